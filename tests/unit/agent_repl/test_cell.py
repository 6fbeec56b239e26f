"""Cells in answers and observations as prompt text.

Covers: fences in every shape and cut, what an adapter reads of an observation. Does not cover: running cells.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_repl.cell import PROMPT_LIMIT_CHARS, Cell, Observation, find_cell, observation_text

pieces = st.lists(
    st.sampled_from(
        [
            "```",
            "````",
            "~~~",
            "python repl",
            "python",
            "\n",
            "\r\n",
            " ",
            "x = 1",
            '"""',
            "'''",
            '"',
            "#",
            "\\",
            "text",
        ]
    ),
    max_size=30,
).map("".join)


def test_a_cell_is_the_block_tagged_python_repl() -> None:
    assert find_cell("Sure.\n\n```python repl\nx = 1\nx + 1\n```\n") == Cell("x = 1\nx + 1", complete=True)
    assert find_cell("```python repl\n6 * 7\n```") == Cell("6 * 7", complete=True)
    assert find_cell("```python\n6 * 7\n```") is None
    assert find_cell("no code") is None


def test_only_the_first_cell_counts() -> None:
    assert find_cell("```python repl\n1\n```\n```python repl\n2\n```\n") == Cell("1", complete=True)


def test_an_open_fence_is_not_complete_and_an_empty_cell_never_is() -> None:
    assert find_cell("```python repl\nx = ") == Cell("x = ", complete=False)
    assert find_cell("```python repl\n") == Cell("", complete=False)
    assert find_cell("```python repl\n \n```\n") == Cell(" ", complete=False)


@pytest.mark.parametrize("ending", ["```", "`````", "```   ", "   ```", "```\r\n", "```\nafter"])
def test_a_fence_closes_with_at_least_as_many_marks_and_nothing_else(ending: str) -> None:
    assert find_cell(f"```python repl\n1\n{ending}") == Cell("1", complete=True)


@pytest.mark.parametrize("line", ["``", "```x", "~~~", "    ```", "``` `"])
def test_other_lines_belong_to_the_code(line: str) -> None:
    assert find_cell(f"```python repl\n1\n{line}\n```\n") == Cell(f"1\n{line}", complete=True)


def test_a_longer_fence_holds_shorter_ones() -> None:
    answer = "````python repl\ntext = '''\n```\n'''\n````\n"
    assert find_cell(answer) == Cell("text = '''\n```\n'''", complete=True)


def test_a_cell_inside_another_block_is_text() -> None:
    assert find_cell("````markdown\n```python repl\n1\n```\n````\n") is None
    assert find_cell("```python\nx\n```\n```python repl\n1\n```") == Cell("1", complete=True)


def test_windows_line_ends_are_read_like_any_other() -> None:
    assert find_cell("```python repl\r\na = 1\r\na\r\n```\r\n") == Cell("a = 1\na", complete=True)


def test_a_fence_inside_a_triple_quoted_string_does_not_close_the_cell() -> None:
    code = 'page = """# Title\n```\nsh run\n```\n"""\nlen(page)'
    assert find_cell(f"```python repl\n{code}\n```\n") == Cell(code, complete=True)


def test_a_string_that_is_never_closed_does_not_hide_the_fence_from_a_finished_answer() -> None:
    answer = '```python repl\nx = """oh\n```\nDone.'
    assert find_cell(answer) == Cell('x = """oh', complete=True)
    growing = find_cell(answer, ended=False)
    assert growing is not None
    assert not growing.complete


@pytest.mark.parametrize("code", ['x = \'"""\'', '# """', "x = '\\'\"\"\"'", 'd = {"a": \'"""\'}', 'r"""\\"""'])
def test_quotes_in_strings_and_comments_open_nothing(code: str) -> None:
    assert find_cell(f"```python repl\n{code}\n```\ntext\n```\n") == Cell(code, complete=True)


@given(pieces, pieces)
def test_a_complete_cell_never_changes_however_the_stream_goes_on(start: str, rest: str) -> None:
    before = find_cell(start, ended=False)
    if before is not None and before.complete:
        assert find_cell(start + rest, ended=False) == before
        assert find_cell(start + rest) == before


@given(st.text(alphabet="ab`'\"\\#\n ", max_size=40))
def test_code_that_a_long_fence_wraps_comes_back_as_it_was(code: str) -> None:
    marks = "`" * (max((len(run) for run in code.replace("`", " `").split(" ")), default=0) + 45)
    found = find_cell(f"{marks}python repl\n{code}\n{marks}\n")
    assert found is not None
    assert found.code == code.rstrip("\n")


def test_an_observation_reads_as_output_then_value_then_error() -> None:
    seen = Observation(
        status="error", stdout="one\n", value=None, error="line 2: 1 / 0\nZeroDivisionError: division by zero"
    )
    assert observation_text(seen) == "one\nline 2: 1 / 0\nZeroDivisionError: division by zero"
    assert observation_text(Observation(status="ok", value="397.8")) == "397.8"
    assert observation_text(Observation(status="ok")) == "(no output)"
    assert observation_text(Observation(status="timeout", stdout="on\n")) == "on\nstopped: time limit reached"


@given(st.text(max_size=4_000), st.text(max_size=4_000), st.text(max_size=2_000))
def test_an_observation_in_a_prompt_is_bounded_and_keeps_its_ends(stdout: str, value: str, error: str) -> None:
    text = observation_text(Observation(status="error", stdout=stdout, value=value or None, error=error or None))
    assert len(text) <= PROMPT_LIMIT_CHARS
    assert text


def test_a_cut_observation_says_how_much_is_missing() -> None:
    text = observation_text(Observation(status="ok", stdout="a" + "x" * 5_000 + "z"))
    assert text[0] == "a"
    assert text[-1] == "z"
    shown = text.count("x") + 2
    assert f"… {5_002 - shown} characters left out …" in text
