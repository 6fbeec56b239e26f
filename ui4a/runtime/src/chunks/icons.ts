/** Every Lucide icon. Loaded only for cards that import `lucide-react`. Covers: all names, so that any card's import resolves. */
import * as lucide from "lucide-react";

Reflect.set(globalThis, "__petitfour_icons", { ...lucide });
