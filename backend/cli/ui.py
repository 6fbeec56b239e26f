"""`petitfour ui`: generate a card for each request of a file, render it headless, say what came out.

Covers: one L3 answer per line under the profile's grammar, TSX and PNG files, the report (DESIGN section 11).
Does not cover: rendering itself (ui4a/render.py).
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel, ValidationError

from backend.engine.base import L3, Engine, whole_reply
from backend.engine.llamacpp import start_embedded
from backend.errors import UserError
from backend.mol.answer import answer_request
from backend.mol.view import view
from backend.paths import cache_dir, data_dir
from backend.profiles.profile import Profile, load_profile
from ui4a.carrier import CardBroken, CardClosed, CardParser
from ui4a.complete import complete
from ui4a.render import Renderer

WIDTHS = (380, 720)


class UiItem(BaseModel):
    """One line of the file; `must` lists words that the rendered card should show."""

    id: str
    text: str
    must: list[str] = []


@dataclass(frozen=True, slots=True)
class _Answer:
    text: str
    tokens: int
    ms: float


def ui(
    file: Annotated[Path, typer.Option(help="JSON lines: {id, text, must?}.")],
    out: Annotated[Path, typer.Option(help="Folder for TSX, PNG and accessibility trees.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Generate and render a card for every line of a file."""
    items = _read(file)
    out.mkdir(parents=True, exist_ok=True)
    report = asyncio.run(_measure(items, out))
    if as_json:
        print(json.dumps(report, ensure_ascii=False))  # noqa: T201
    else:
        print(f"ok: {report['ok']:.1%}; asked-for parts: {report['must']:.1%}")  # noqa: T201
    if report["ok"] != 1:
        raise typer.Exit(1)


def _read(file: Path) -> list[UiItem]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        return [UiItem.model_validate_json(line) for line in lines if line.strip()]
    except FileNotFoundError as error:
        raise UserError(f"there is no file {file}") from error
    except ValidationError as error:
        raise UserError(f"{file} is not JSON lines of {{id, text, must?}}: {error}") from error


async def _measure(items: list[UiItem], out: Path) -> dict[str, object]:
    profile = load_profile("embedded")
    engine = await start_embedded(data_dir(), cache_dir())
    rows: list[dict[str, object]] = []
    try:
        async with Renderer() as renderer:
            for item in items:
                rows.append(await _one(item, out, engine, profile, renderer))
    finally:
        await engine.close()
    shares = [row["must"] for row in rows if isinstance(row["must"], float)]
    return {
        "items": rows,
        "ok": sum(bool(row["ok"]) for row in rows) / len(rows) if rows else 0.0,
        "must": sum(shares) / len(shares) if shares else 0.0,
    }


async def _one(item: UiItem, out: Path, engine: Engine, profile: Profile, renderer: Renderer) -> dict[str, object]:
    answer = await _answer(item.text, engine, profile)
    parser = CardParser()
    cards = [
        event for event in [*parser.feed(answer.text), *parser.finish()] if isinstance(event, CardClosed | CardBroken)
    ]
    tsx = complete(cards[0].code) if cards else ""
    rendered = await renderer.render(tsx, widths=WIDTHS)
    stem = out / "".join(char if char.isalnum() or char in "-_" else "_" for char in item.id)
    stem.with_suffix(".tsx").write_text(tsx, encoding="utf-8")
    stem.with_suffix(".dom.txt").write_text(rendered.dom, encoding="utf-8")
    png: dict[str, str] = {}
    for width, image in rendered.png.items():
        path = stem.with_name(f"{stem.name}-{width}.png")
        path.write_bytes(image)
        png[str(width)] = str(path)
    found = [word for word in item.must if word.casefold() in rendered.dom.casefold()]
    return {
        "id": item.id,
        "ok": bool(cards) and isinstance(cards[0], CardClosed) and rendered.ok,
        "diagnostics": rendered.diagnostics if cards else ["the answer held no card"],
        "tsx": tsx,
        "png": png,
        "dom": str(stem.with_suffix(".dom.txt")),
        "must": len(found) / len(item.must) if item.must else None,
        "tokens": answer.tokens,
        "ms": answer.ms,
        "first_frame_ms": rendered.first_frame_ms,
    }


async def _answer(text: str, engine: Engine, profile: Profile) -> _Answer:
    messages = view((), L3, text, kind=profile.view, limit_chars=profile.view_limit_chars)
    request = answer_request(messages, L3, profile, slot="ui")
    reply = await whole_reply(engine, request)
    return _Answer(reply.text, reply.usage.completion_tokens, reply.ms)
