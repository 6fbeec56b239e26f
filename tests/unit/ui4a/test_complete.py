"""A card gets what it left out, and nothing else changes."""

import pytest

from ui4a.complete import complete


def app(body: str) -> str:
    return f"export default function App() {{\n  return (\n    {body}\n  );\n}}\n"


def test_names_of_the_catalogue_are_imported_from_their_modules_on_the_first_line() -> None:
    code = app('<Card title="A"><Bars data={[["Mon", 1]]} /></Card>')
    assert complete(code) == f'import {{ Card }} from "$macaron/ui"; import {{ Bars }} from "$petitfour/ui"; {code}'


def test_hooks_the_send_function_icons_and_react_are_imported() -> None:
    code = "export default function App() {\n  const [n, setN] = useState<number>(0);\n"
    code += '  return <button onClick={() => sendUserMessage("hi")}><Check />{React.version}{n}</button>;\n}\n'
    first = complete(code).splitlines()[0]
    assert 'import React from "react";' in first
    assert 'import { useState } from "react";' in first
    assert 'import { sendUserMessage } from "$macaron/chat";' in first
    assert 'import { Check } from "lucide-react";' in first


def test_what_is_imported_or_defined_by_the_card_is_left_alone() -> None:
    code = 'import { Card } from "$macaron/ui";\nfunction Bars() { return null; }\n' + app("<Card><Bars /></Card>")
    assert complete(code) == code


def test_a_map_is_no_icon() -> None:
    assert "lucide-react" not in complete("const m = new Map();\n" + app("<p>{m.size}</p>"))


def test_controls_that_would_share_a_key_get_names() -> None:
    full = complete(app('<Card><Input label="Name" /><Input label="Name" /><Input label="Name" /></Card>'))
    assert '<Input label="Name" /><Input name="Name 2" label="Name" /><Input name="Name 3" label="Name" />' in full


@pytest.mark.parametrize("code", ["````ui4a/tsx\n{}\n````", "{}\n```", "```tsx\n{}"])
def test_remains_of_the_fence_are_cut(code: str) -> None:
    assert complete(code.replace("{}", app("<p />").strip())) == app("<p />")


def test_completing_twice_changes_nothing_more() -> None:
    once = complete(app('<Card><Input label="A" /><Input label="A" /><Button action="Go">Go</Button></Card>'))
    assert complete(once) == once


def test_an_option_that_is_repeated_is_offered_once() -> None:
    code = 'export default function App() {\n  return <Choice label="Size" options={["S", "M", "S", "S"]} />;\n}\n'
    assert 'options={["S", "M"]}' in complete(code)
