# ruff: noqa: E501 (wordings are data: one a line)
"""How people ask for each kind of L2 task, apart for the two splits, and how L2 sums its answer up.

Covers: request lines with `{d}` (what is wanted), `{f}` (the function's name) and `{lang}`; summary lines.
Does not cover: the tasks themselves (data/) or their words (vocabulary.py).
"""

from __future__ import annotations

_WANTED = """
Write {d}
Give me {d}
I need {d}
{d}, please
Can you write {d}?
Show me {d}
What does {d} look like?
how do I write {d}
Create {d}
"""
_OTHER_WANTED = """
Please produce {d}
{d} would help me
Set up {d} for me
"""

ASKS: dict[str, tuple[str, str]] = {
    "python": (
        """
        Write a Python function `{f}` that {d}.
        Write a Python function {f} that {d}
        python function that {d}, call it {f}
        I need a function `{f}` in Python which {d}.
        Implement {f} in Python: it {d}.
        Can you code a Python function named {f} that {d}?
        Please write {f}(), a Python function that {d}
        Python: {f} {d}
        Write code for {f}; it {d}
        create a function called {f} which {d} in python
        Give me a python function that {d} *
        How do I write a Python function that {d}? *
        python code that {d} *
        """,
        """
        Show me Python for `{f}`, a function that {d}
        Python helper {f} wanted: it {d}
        Define {f} in Python so that it {d}.
        Could you do {f} for me in python? It {d}.
        """,
    ),
    "pyclass": (
        "\n".join(f"{line} in Python" for line in _WANTED.strip().splitlines()[:3])
        + "\nPython: {d}\nIn Python, write {d}\nhow do I make {d} with Python?",
        "Using Python, show {d}\nPython code please: {d}",
    ),
    "oneliner": (
        """
        How do I {d} in Python?
        python: {d}
        {d} in python
        In Python, {d}
        Python one-liner to {d}
        What's the Python for this: {d}
        I want to {d} (Python)
        """,
        """
        Shortest Python to {d}?
        With Python I would like to {d}
        """,
    ),
    "sql": (
        """
        SQL query for {d}
        Write a SQL query that returns {d}
        sql: {d}
        How do I select {d} in SQL?
        Query to get {d}
        Give me the SQL for {d}
        Which SELECT shows {d}?
        I need a query for {d}
        select {d} with sql
        """,
        """
        In SQL, fetch {d}
        Which statement lists {d}?
        Database query wanted: {d}
        """,
    ),
    "sqldo": (
        """
        SQL to {d}
        Write SQL to {d}
        How do I {d} in SQL?
        sql: {d}
        Which SQL statement do I use to {d}?
        """,
        """
        {d}, as SQL
        Statement that would {d}? (SQL)
        """,
    ),
    "bash": (
        """
        bash command to {d}
        How do I {d} in the shell?
        shell: {d}
        Linux command to {d}
        {d} on the command line
        Which command do I use to {d}?
        terminal command to {d}
        {d} with bash
        Write a shell line to {d}
        """,
        """
        In a Unix terminal, {d}
        What do I type in bash to {d}?
        """,
    ),
    "git": (
        """
        How do I {d} in git?
        git: {d}
        git command to {d}
        With git, {d}
        Which git command lets me {d}?
        I want to {d} (git)
        """,
        """
        What do I type in git to {d}?
        {d} using git
        """,
    ),
    "regex": (
        """
        Regex for {d}
        Write a regex that matches {d}
        regular expression for {d}
        Give me a regex matching {d}
        pattern to match {d} (regex)
        I need a regular expression that finds {d}
        What regex matches {d}?
        """,
        """
        Which regular expression describes {d}?
        A regexp for {d}, please
        """,
    ),
    "config": (_WANTED, _OTHER_WANTED),
    "js": (
        """
        Write a JavaScript function {f} that {d}.
        JavaScript function `{f}` that {d}
        js: {f} {d}
        I need {f} in JavaScript, it {d}
        Implement {f} in JS: it {d}
        JavaScript code that {d} *
        How do I write a JS function that {d}? *
        """,
        """
        Define {f} in JavaScript; it {d}
        Show me JS for `{f}`, which {d}
        """,
    ),
    "jssnippet": (
        """
        How do I {d} in JavaScript?
        JavaScript to {d}
        js: {d}
        {d} with javascript
        Write JavaScript to {d}
        """,
        """
        In JS, {d}
        JS snippet wanted that can {d}
        """,
    ),
    "fix": (
        """
        Fix this {lang} code:
        What's wrong with this {lang}?
        This {lang} does not work, can you fix it?
        Find the bug ({lang}):
        Please correct this {lang}:
        why does this fail? ({lang})
        Debug this {lang} for me
        There is a bug in here:
        """,
        """
        Repair the following {lang}:
        My {lang} misbehaves, what is the error?
        """,
    ),
    "explain": (
        """
        Explain this {lang}:
        What does this {lang} do?
        what does this code do?
        Can you explain this {lang} snippet?
        Help me understand this {lang}:
        I don't get this {lang}, explain it
        In one sentence, what is this?
        """,
        """
        Tell me what the following {lang} is for:
        Describe what happens in this {lang}:
        """,
    ),
    "test": (
        """
        Write a unit test for this function:
        pytest test for this, please
        Write tests for this:
        Can you test this function with pytest?
        I need a pytest for:
        unit test for this python function
        """,
        """
        Cover this with a pytest test:
        Please add a test for the function below:
        """,
    ),
}

CHANGES = (
    "Now with {new} instead of {old}\nuse {new}, not {old}\nSame with {new} instead of {old}\nchange {old} to {new}\nmake it {new} instead of {old}\nand for {new} rather than {old}?",
    "swap {old} for {new}\nI meant {new}, not {old}",
)

SUMMARIES: dict[str, str] = {
    "python": "Wrote a Python function {f} that {d}.",
    "pyclass": "Wrote {d} in Python.",
    "oneliner": "Showed how to {d} in Python.",
    "sql": "Wrote a SQL query for {d}.",
    "sqldo": "Wrote SQL to {d}.",
    "bash": "Gave a shell command to {d}.",
    "git": "Gave the git command to {d}.",
    "regex": "Gave a regex for {d}.",
    "config": "Wrote {d}.",
    "js": "Wrote a JavaScript function {f} that {d}.",
    "jssnippet": "Showed how to {d} in JavaScript.",
    "fix": "Fixed {lang} code: {closing}",
    "explain": "Explained {lang} code: {closing}",
    "test": "Wrote a pytest test for {f}.",
}
