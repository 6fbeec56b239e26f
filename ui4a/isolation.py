"""What keeps a card inside its frame: the header values, as one table.

Covers: the policies of the frame's document, of the bundles it loads and of the page around it, and the frame's
sandbox. Does not cover: sending them (the app's security middleware and the headless renderer do).

Why each is there (measured in Chromium 156): the frame's own policy stops network and forms; whether it can navigate
itself is decided by the PAGE's `frame-src`; its opaque origin, and with it no storage, comes from `sandbox`, in the
header as well as in the attribute, so that opening the frame's address directly is harmless too.
"""

SANDBOX = "allow-scripts"
FRAME_PATH = "/sandbox/"
BUNDLE_PATH = "/vendor/ui4a/"

FRAME_CSP = (
    f"sandbox {SANDBOX}",
    "default-src 'none'",
    # Cards are compiled in the frame, hence 'unsafe-eval'; nothing but our bundles can be loaded.
    "script-src {origin}/vendor/ui4a/ 'unsafe-eval'",
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "media-src data: blob:",
    "font-src data:",
    "connect-src 'none'",
    "worker-src 'none'",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
)
PAGE_FRAME_SRC = "frame-src {origin}/sandbox/"
"""The directive that every page showing cards must carry: without it a card could navigate its own frame elsewhere."""

PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "microphone", "geolocation", "clipboard-read", "clipboard-write", "usb", "hid", "payment")
)


def frame_headers(origin: str) -> dict[str, str]:
    """Headers of everything under FRAME_PATH; `origin` as the browser sees it, e.g. "http://127.0.0.1:8100"."""
    return {
        "content-security-policy": "; ".join(FRAME_CSP).replace("{origin}", origin),
        "permissions-policy": PERMISSIONS,
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "cross-origin-embedder-policy": "require-corp",
        "cross-origin-resource-policy": "cross-origin",
        "cache-control": "no-cache",
    }


def bundle_headers() -> dict[str, str]:
    """Headers of everything under BUNDLE_PATH: the frame's opaque origin may load it, as script only."""
    return {
        "cross-origin-resource-policy": "cross-origin",
        "x-content-type-options": "nosniff",
        "cache-control": "no-cache",
    }


def page_frame_src(origin: str) -> str:
    """The `frame-src` directive of the page around cards."""
    return PAGE_FRAME_SRC.replace("{origin}", origin)
