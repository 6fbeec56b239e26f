"""The catalogue is sound, and what is generated from it covers it."""

import json

from ui4a.catalog import components, generate, modules


def test_required_and_own_props_are_props() -> None:
    for component in components().values():
        assert {*component.required, *component.ours} <= set(component.props), component.name


def test_a_name_belongs_to_one_module_except_the_label_of_charts() -> None:
    names = [*components(), *(name for module in modules().values() if module.complete for name in module.names)]
    assert {name for name in names if names.count(name) > 1} == {"Label"}


def test_every_component_is_declared_taught_described_and_listed() -> None:
    types, text, table = generate.typescript(), generate.prompt(whole=True), generate.docs_table()
    schema = generate.json_schema()
    for name in components():
        assert f"export function {name}(" in types
        assert f"\n{name}: " in text
        assert f"| `{name}` |" in table
        assert name in schema["$defs"]
    json.dumps(schema)


def test_the_prompt_teaches_by_default_what_the_grammar_may_emit() -> None:
    text = generate.prompt()
    assert "\nDataTable: " in text
    assert "\nRadioGroup: " not in text


def test_the_schema_of_an_element_states_values_and_required_props() -> None:
    defs = generate.json_schema()["$defs"]
    badge = defs["Badge"]["properties"]["props"]["properties"]
    assert badge["tone"] == {"enum": ["green", "blue", "orange", "red", "purple", "muted"]}
    assert defs["Stat"]["properties"]["props"]["required"] == ["label", "value"]
    assert defs["StatGrid"]["properties"]["children"]["items"] == {"anyOf": [{"$ref": "#/$defs/Stat"}]}
