"""Building the card frame: bundles and document, into the assets folder.

Covers: installing the pinned packages, bundling (ui4a/runtime/build.ts), writing frame.html with its styles; nothing is
done when the inputs are unchanged (content hash).
Does not cover: getting bun (scripts/build does), or serving the result (headers: ui4a/isolation.py).
"""

import hashlib
import re
import subprocess
from pathlib import Path

RUNTIME = Path(__file__).parent / "runtime"
INSTALL_S = 300
BUNDLE_S = 120

# The released library's tokens, as HSL triplets so that utilities can add an opacity, and the design token behind each.
BRIDGE = {
    "background": "surface", "foreground": "ink", "card": "surface", "card-foreground": "ink",
    "popover": "raised", "popover-foreground": "ink", "primary": "accent", "primary-foreground": "on-accent",
    "secondary": "hover", "secondary-foreground": "ink", "muted": "sunk", "muted-foreground": "ink-2",
    "accent": "accent-soft", "accent-foreground": "accent-text",
    "destructive": "danger", "destructive-foreground": "surface",
    "border": "line-2", "input": "line-strong", "ring": "focus",
}  # fmt: skip
SELECTORS = (
    '[data-theme="light"]',
    '[data-theme="dark"]',
    '[data-contrast="more"]',
    '[data-theme="dark"][data-contrast="more"]',
)


class BuildFailed(RuntimeError):
    """The frame could not be built; the message says what to do."""


def build_frame(tools: Path, assets: Path) -> bool:
    """Build the frame into `assets`; False if it was there already. `tools` holds node_modules with bun."""
    bundles, document = assets / "vendor" / "ui4a", assets / "sandbox" / "frame.html"
    tokens = (assets / "tokens.css").read_text("utf-8")
    stamp = bundles / ".hash"
    fingerprint = _fingerprint(tokens)
    if stamp.exists() and stamp.read_text("utf-8") == fingerprint and document.exists():
        return False
    bun = tools.resolve() / "node_modules" / ".bin" / "bun"
    if not bun.exists():
        raise BuildFailed(f"{bun} is missing; run scripts/build, which installs it")
    _run([str(bun), "install", "--frozen-lockfile"], INSTALL_S)
    bundles.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)
    _run([str(bun), "run", "build.ts", str(bundles.resolve())], BUNDLE_S)
    document.parent.mkdir(parents=True, exist_ok=True)
    document.write_text(frame_document(tokens, (RUNTIME / "src" / "frame.css").read_text("utf-8")), "utf-8")
    stamp.write_text(fingerprint, "utf-8")
    return True


def frame_document(tokens: str, styles: str) -> str:
    """The frame's HTML. Styles stand inside it: its policy lets it load scripts only."""
    css = _squeeze(tokens + token_bridge(tokens) + styles)
    return (
        '<!doctype html>\n<html lang="en" data-theme="light" data-contrast="normal">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Card</title>\n'
        f'<style>{css}</style>\n</head>\n<body>\n<script src="/vendor/ui4a/frame.js"></script>\n</body>\n</html>\n'
    )


def token_bridge(tokens: str) -> str:
    """CSS that gives the released library's token names the values of ours, for each theme."""
    charts = "".join(f"--chart-{n}: var(--pf-chart-{n});" for n in range(1, 6))
    rules = [f":root {{ {charts} --radius: var(--pf-radius-2); --un-default-border-color: hsl(var(--border)); }}"]
    for selector in SELECTORS:
        colours = _colours(tokens, selector)
        pairs = "".join(f"--{name}: {_triplet(colours[ours])};" for name, ours in BRIDGE.items() if ours in colours)
        rules.append(f"{selector} {{ {pairs} }}")
    return "\n".join(rules) + "\n"


def _colours(tokens: str, selector: str) -> dict[str, str]:
    block = re.search(rf"^(?:[^\n{{]*, )?{re.escape(selector)}(?:, [^\n{{]*)? \{{\n(.*?)^\}}", tokens, re.S | re.M)
    if block is None:
        raise BuildFailed(f"tokens.css has no block for {selector}")
    return dict(re.findall(r"--pf-([\w-]+): (#[0-9A-Fa-f]{6});", block[1]))


def _triplet(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    most, least = max(red, green, blue), min(red, green, blue)
    light, spread = (most + least) / 2, most - least
    if spread == 0:
        return f"0 0% {light * 100:.1f}%"
    saturation = spread / (1 - abs(2 * light - 1))
    if most == red:
        hue = (green - blue) / spread % 6
    else:
        hue = (blue - red) / spread + 2 if most == green else (red - green) / spread + 4
    return f"{hue * 60:.1f} {saturation * 100:.1f}% {light * 100:.1f}%"


def _squeeze(css: str) -> str:
    return re.sub(r"\n\s*", "\n", re.sub(r"\s*/\*.*?\*/", "", css, flags=re.S)).strip()


def _fingerprint(tokens: str) -> str:
    digest = hashlib.sha256(tokens.encode())
    files = [RUNTIME / "package.json", RUNTIME / "bun.lock", RUNTIME / "build.ts", Path(__file__)]
    files += sorted(
        path
        for path in (RUNTIME / "src").rglob("*")
        if path.suffix in {".ts", ".tsx", ".css"} and "cases" not in path.parts
    )
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _run(command: list[str], limit_s: int) -> None:
    try:
        subprocess.run(command, cwd=RUNTIME, check=True, capture_output=True, text=True, timeout=limit_s)
    except subprocess.CalledProcessError as error:
        raise BuildFailed(f"`{' '.join(command)}` failed:\n{(error.stderr or error.stdout)[-2000:]}") from error
    except subprocess.TimeoutExpired as error:
        raise BuildFailed(
            f"`{' '.join(command)}` took longer than {limit_s} s; check the network and try again"
        ) from error
