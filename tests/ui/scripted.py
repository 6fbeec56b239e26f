"""The app on an engine that answers from a script: for what a page must do whatever a model says.

Covers: an `Engine` whose routing and replies are chosen by the message's first word, at a speed one can watch.
Does not cover: models (tests/ui/test_trained.py runs on the real one). Served as `scripted:server` from this folder.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence

import backend.assembly
from app.app import app as server
from backend.engine.base import (
    LABELS,
    ChatMessage,
    Chosen,
    Delta,
    EngineHealth,
    EngineRequest,
    Reply,
    Usage,
)
from backend.errors import EngineStalled
from backend.paths import data_dir

__all__ = ["server"]

PACE_S = 0.015

CARD = """Here is a small form.

````ui4a/tsx
export default function App() {
  return (
    <Card>
      <Field label="Name"><Input name="name" placeholder="Your name" /></Field>
      <Button action="Book">Book</Button>
    </Card>
  );
}
````"""
PROSE = """Cold butter keeps its layers apart, so the **steam** can lift them.

### What to do

- Chill the dough for an hour.
- Roll it once, *gently*.
- Bake it hot.

| Oven | Time | Colour |
|---|---|---|
| 200 °C | 18 min | golden |
| 180 °C | 24 min | pale |

Use `range(3)` folds, no more."""
CODE = """This keeps the first of each.

```python
def unique(items: list[str]) -> list[str]:
    \"\"\"The items without repeats, in order.\"\"\"
    seen: set[str] = set()
    return [item for item in items if not (item in seen or seen.add(item))]  # 3 lines
```

It needs hashable items."""
SCRIPTS = {
    "prose": ("L0", PROSE),
    "long": ("L0", " ".join(f"word{number}" for number in range(2_000))),
    "code": ("L2", CODE),
    "card": ("L3", CARD),
    "cell": ("L1", "```python repl\n2340 * 0.17\n```"),
    "loop": ("L1", "```python repl\nwhile True: pass\n```"),
    "fail": ("L0", "The short version is that"),
    "unsure": ("L2", CODE),
}


class Scripted:
    """An `Engine` without a model."""

    name = "scripted"
    view = "shared"
    requests_open = 0

    async def stream(self, request: EngineRequest) -> AsyncIterator[Delta | Reply]:
        """The script's reply, word by word; after a tool's message, the value in a sentence."""
        began = time.perf_counter()
        text = _reply(request.messages)
        self._count(1)
        try:
            for piece in text.replace(" ", " \0").split("\0"):
                await asyncio.sleep(PACE_S)
                yield Delta(piece)
            if _word(request.messages) == "fail":
                raise EngineStalled("no token for 30 s; is the engine healthy? see /health")
        finally:
            self._count(-1)
        usage = Usage(prompt_tokens=412, cached_tokens=380, completion_tokens=len(text.split()))
        yield Reply(text=text, finish="stop", usage=usage, ms=(time.perf_counter() - began) * 1000, first_ms=20)

    def _count(self, change: int) -> None:
        """Keep the number of open requests where a test can read it."""
        self.requests_open += change
        (data_dir() / "open").write_text(str(self.requests_open))

    async def choose(self, request: EngineRequest, values: Sequence[str]) -> Chosen:
        """The script's label; "unsure" is close."""
        word = request.messages[-1].content.rsplit("«", 1)[-1].split()[0].strip("»").lower()
        label = SCRIPTS.get(word, ("L0", ""))[0]
        top = 0.52 if word == "unsure" else 0.91
        rest = {"L1": 0.41} if word == "unsure" else {}
        others = [value for value in values if value != label and value not in rest]
        shares = {value: (1 - top - sum(rest.values())) / len(others) for value in others} | rest | {label: top}
        await asyncio.sleep(PACE_S)
        usage = Usage(prompt_tokens=188, cached_tokens=160, completion_tokens=1)
        return Chosen(value=label, distribution=shares, usage=usage, ms=38)

    async def settle(self, slot: str, messages: Sequence[ChatMessage]) -> Usage:
        """Nothing to make exact."""
        return Usage()

    async def tokenize(self, text: str) -> list[int]:
        """One id a word."""
        return list(range(len(text.split())))

    async def health(self) -> EngineHealth:
        """Always ready."""
        return EngineHealth(ready=True, model="scripted", adapters=LABELS, context_tokens=8_192)

    async def close(self) -> None:
        """Nothing to end."""


def _word(messages: Sequence[ChatMessage]) -> str:
    asked = [message.content for message in messages if message.role == "user"]
    if asked[-1].startswith("Summarise"):
        return "summary"
    return asked[-1].split()[0].lower()


def _reply(messages: Sequence[ChatMessage]) -> str:
    if messages[-1].role == "tool":
        return f"That is **{messages[-1].content}**."
    word = _word(messages)
    if word == "summary":
        return "It answered."
    return SCRIPTS.get(word, ("L0", f"You said: {messages[-1].content}"))[1]


async def _start(*_: object) -> Scripted:
    return Scripted()


backend.assembly.start_embedded = _start  # type: ignore[assignment]
