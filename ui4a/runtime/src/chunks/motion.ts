/** The motion library, for cards that import it or use `motion` from the catalogue. */
import * as motion from "motion/react";

Reflect.set(globalThis, "__petitfour_motion", { ...motion });
