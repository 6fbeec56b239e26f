"""Findings name what is wrong and where; a sound card has none."""

import time

import pytest

from ui4a.catalog import components
from ui4a.diagnostics import check


def codes(code: str) -> list[tuple[str, int]]:
    return [(found.code, found.line) for found in check(code)]


def app(body: str) -> str:
    return f"export default function App() {{\n  return (\n    {body}\n  );\n}}\n"


@pytest.mark.parametrize("name", list(components()))
def test_the_example_of_every_component_is_sound(name: str) -> None:
    assert check(app(components()[name].example)) == []


@pytest.mark.parametrize(
    ("code", "finding"),
    [
        (app("<Foo />"), ("unknown_component", 3)),
        (app('<Card colour="red" tilt />'), ("unknown_prop", 3)),
        (app('<Stat label="A" />'), ("missing_prop", 3)),
        (app('<Badge tone="pink">x</Badge>'), ("wrong_value", 3)),
        (app("<Progress value={1} max='3' />"), ("wrong_value", 3)),
        (app('<Input label="A" label="B" />'), ("repeated_prop", 3)),
        (app("<Card><Text>a</Card>"), ("unbalanced", 3)),
        ("function App() { return <Card />; }", ("no_default_export", 1)),
        ('import x from "lodash";\n' + app("<Card />"), ("unknown_module", 1)),
        ('import { Carrd } from "$macaron/ui";\n' + app("<Card />"), ("unknown_import", 1)),
        ("", ("empty", 1)),
    ],
)
def test_a_fault_is_found_on_its_line(code: str, finding: tuple[str, int]) -> None:
    assert finding in codes(code)


@pytest.mark.parametrize(
    "body",
    [
        "<Text>Don't panic, it's 5 o'clock: a // b</Text>",
        "<Card>{items.map((i) => (<Text key={i}>{`${i} of ${n}`}</Text>))}</Card>",
        "<Card onClick={() => { const a: Array<string> = []; }}>{a < b ? <Badge>x</Badge> : null}</Card>",
        "<><Input aria-label='x' {...rest} /></>",
        "<motion.div animate={{ x: 1 }}>hi</motion.div>",
    ],
)
def test_usual_tsx_is_sound(body: str) -> None:
    assert [
        found for found in check('import { motion } from "react";\n' + app(body)) if found.code != "unknown_import"
    ] == []


@pytest.mark.parametrize(
    "text", ["<" * 50_000, "<A " * 20_000, "{" * 50_000, "`${" * 20_000, "<A b={" * 9_000, "import a " * 9_000]
)
def test_hostile_code_is_refused_in_time(text: str) -> None:
    began = time.process_time()
    assert check(text)
    assert time.process_time() - began < 10
