"""A light reader of TSX: its JSX tags with their props, its imports and its own names.

Covers: strings, templates, comments, nesting of braces and tags, types as far as tags need them; linear in the code.
Does not cover: full syntax (the compiler in the frame reports that), or regular expression literals.
"""

import re
from dataclasses import dataclass, field

_NAME = re.compile(r"[A-Za-z_$][\w$.-]*")
_PROP = re.compile(r"[A-Za-z_$][\w$:-]*")
_IMPORT = re.compile(
    r"\bimport\b(?P<type>\s+type\b)?(?P<what>[\w$*,\s]{0,200}(?:\{[^{}'\"]{0,4000}\})?)\s{0,20}\bfrom\s{0,20}"
    r"['\"](?P<module>[^'\"\n]{1,300})['\"]"
)
_OWN = re.compile(r"\b(?:function\*?|const|let|var|class|type|interface|enum)\s+([A-Za-z_$][\w$]*)")
_DEFAULT = re.compile(r"\bexport\s+default\b|\bexport\s{0,9}\{[^{}]{0,2000}\bas\s{1,9}default\b")
_BEFORE_JSX = re.compile(r"(?:[=(,?:;{}\[&|>!]|\breturn|\bdefault|\belse|^)\s*$")
NESTING_LIMIT = 60
"""Deepest nesting that is read; more is reported instead."""

_CLOSES = {"}": "{", ")": "(", "]": "["}


@dataclass(slots=True)
class Prop:
    """A prop as written. `kind` says which of "string", "expression", "bare", "spread" it is."""

    name: str
    kind: str
    value: str = ""


@dataclass(slots=True)
class Tag:
    """An opening tag. `end` is the offset after its last character; `parent` the tag it stands in."""

    name: str
    line: int
    start: int
    props: list[Prop] = field(default_factory=list[Prop])
    end: int = 0
    closed: bool = False
    parent: "Tag | None" = None


@dataclass(frozen=True, slots=True)
class Import:
    """An import statement. `names` maps the local name to the exported one ("default", "*" included)."""

    module: str
    names: dict[str, str]
    line: int
    only_types: bool


@dataclass(slots=True)
class Scan:
    """What stands in a module. `problems` are (line, message) of unbalanced parts."""

    tags: list[Tag] = field(default_factory=list[Tag])
    imports: list[Import] = field(default_factory=list[Import])
    own: set[str] = field(default_factory=set[str])
    has_default: bool = False
    problems: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])

    def imported(self) -> set[str]:
        """Local names of all imports."""
        return {name for each in self.imports for name in each.names}


def scan(code: str) -> Scan:
    """Read a module."""
    found = _Reader(code).read()
    for match in _IMPORT.finditer(code):
        names = _names(match["what"])
        found.imports.append(
            Import(match["module"], names, code.count("\n", 0, match.start()) + 1, bool(match["type"]))
        )
    found.own = set(_OWN.findall(code))
    found.has_default = bool(_DEFAULT.search(code))
    return found


def _names(what: str) -> dict[str, str]:
    names: dict[str, str] = {}
    outside, _, braces = what.partition("{")
    for part in outside.split(","):
        if name := part.strip():
            star = re.match(r"\*\s+as\s+(\S+)", name)
            names[star[1] if star else name] = "*" if star else "default"
    for part in braces.partition("}")[0].split(","):
        words = part.replace("type ", " ").split()
        if words:
            names[words[-1]] = words[0]
    return names


class _Reader:
    """One pass with a stack: "{" "(" "[" and "`" for script, tags for JSX."""

    def __init__(self, code: str) -> None:
        self.code, self.at, self.line = code, 0, 1
        self.stack: list[str | Tag] = []
        self.found = Scan()

    def read(self) -> Scan:
        while self.at < len(self.code):
            if self.stack and isinstance(self.stack[-1], Tag):
                self._markup(self.stack[-1])
            elif self.stack and self.stack[-1] == "`":
                self._template()
            else:
                self._script()
        for left in self.stack[:5]:
            where = left.line if isinstance(left, Tag) else self.line
            what = f"<{left.name}>" if isinstance(left, Tag) else f"'{left}'"
            self.found.problems.append((where, f"{what} is never closed"))
        return self.found

    def _go(self, to: int) -> None:
        self.line += self.code.count("\n", self.at, to)
        self.at = to

    def _after(self, text: str, start: int) -> int:
        found = self.code.find(text, start)
        return len(self.code) if found < 0 else found + len(text)

    def _script(self) -> None:
        code, at = self.code, self.at
        char = code[at]
        if char in "\"'":
            self._string(char)
        elif char == "/" and code[at + 1 : at + 2] in ("/", "*"):
            self._go(self._after("\n" if code[at + 1] == "/" else "*/", at + 2))
        elif char in "{([`":
            self.stack.append(char)
            self._go(at + 1)
        elif char in "})]":
            self._close(char)
        elif char == "<" and self._begins_tag():
            self._tag()
        else:
            self._go(at + 1)

    def _string(self, quote: str) -> None:
        at = self.at + 1
        while at < len(self.code) and self.code[at] not in (quote, "\n"):
            at += 2 if self.code[at] == "\\" else 1
        if at >= len(self.code) or self.code[at] == "\n":
            self.found.problems.append((self.line, "a string is not closed on its line"))
        self._go(min(at + 1, len(self.code)))

    def _template(self) -> None:
        at = self.at
        while at < len(self.code):
            if self.code[at] == "\\":
                at += 2
            elif self.code[at] == "`":
                self.stack.pop()
                self._go(at + 1)
                return
            elif self.code.startswith("${", at):
                self.stack.append("{")
                self._go(at + 2)
                return
            else:
                at += 1
        self._go(len(self.code))

    def _close(self, char: str) -> None:
        if self.stack and self.stack[-1] == _CLOSES[char]:
            self.stack.pop()
        else:
            self.found.problems.append((self.line, f"'{char}' closes nothing"))
        self._go(self.at + 1)

    def _begins_tag(self) -> bool:
        follows = self.code[self.at + 1 : self.at + 2]
        if not (follows.isalpha() or follows in (">", "_", "$")) or not follows:
            return False
        name = _NAME.match(self.code, self.at + 1)
        if name and self.code[name.end() : name.end() + 1] == ",":  # <T,>() => … is a generic arrow
            return False
        return bool(_BEFORE_JSX.search(self.code, max(0, self.at - 40), self.at))

    def _tag(self) -> None:
        """Read an opening tag from its "<"."""
        name = _NAME.match(self.code, self.at + 1)
        parent = next((each for each in reversed(self.stack) if isinstance(each, Tag)), None)
        tag = Tag(name[0] if name else "", self.line, self.at, parent=parent)
        self.found.tags.append(tag)
        self._go(name.end() if name else self.at + 1)
        while self.at < len(self.code):
            char = self.code[self.at]
            if char == ">" or self.code.startswith("/>", self.at):
                self._go(self.at + (1 if char == ">" else 2))
                tag.end, tag.closed = self.at, char == "/"
                if char == ">":
                    self.stack.append(tag)
                return
            self._tag_part(tag, char)
        self.found.problems.append((tag.line, f"<{tag.name} is cut off"))
        tag.end = self.at

    def _tag_part(self, tag: Tag, char: str) -> None:
        prop = _PROP.match(self.code, self.at)
        if char == "{":
            tag.props.append(Prop("...", "spread", self._braces()))
        elif prop is None:
            if not char.isspace() and not self.code.startswith("/*", self.at):
                self.found.problems.append((self.line, f"unexpected {char!r} in <{tag.name}>"))
            self._go(self._after("*/", self.at) if self.code.startswith("/*", self.at) else self.at + 1)
        else:
            self._go(prop.end())
            tag.props.append(self._value(prop[0]))

    def _value(self, name: str) -> Prop:
        equals = re.compile(r"\s*=\s*").match(self.code, self.at)
        if equals is None:
            return Prop(name, "bare")
        self._go(equals.end())
        quote = self.code[self.at : self.at + 1]
        if quote and quote in "\"'":
            end = self._after(quote, self.at + 1)
            value = self.code[self.at + 1 : end - 1]
            self._go(end)
            return Prop(name, "string", value)
        if quote == "{":
            return Prop(name, "expression", self._braces())
        self.found.problems.append((self.line, f"the prop {name} has no value"))
        return Prop(name, "bare")

    def _braces(self) -> str:
        """Read from "{" to its "}"; tags inside are found too."""
        start, depth = self.at + 1, len(self.stack)
        if depth > NESTING_LIMIT:
            self.found.problems.append((self.line, "the code nests too deeply"))
            self._go(len(self.code))
            return ""
        self.stack.append("{")
        self._go(start)
        while self.at < len(self.code) and len(self.stack) > depth:
            top = self.stack[-1]
            if isinstance(top, Tag):
                self._markup(top)
            elif top == "`":
                self._template()
            else:
                self._script()
        return self.code[start : self.at - 1].strip()

    def _markup(self, tag: Tag) -> None:
        """Read on in the children of a tag."""
        found = re.compile(r"[<{}>]").search(self.code, self.at)
        if found is None:
            self._go(len(self.code))
            return
        self._go(found.start())
        if self.code.startswith("</", self.at):
            name = _NAME.match(self.code, self.at + 2)
            closing = name[0] if name else ""
            if closing != tag.name:
                self.found.problems.append((self.line, f"</{closing}> closes <{tag.name}> of line {tag.line}"))
            tag.closed = True
            self.stack.pop()
            self._go(self._after(">", self.at))
        elif found[0] == "<":
            self._tag()
        elif found[0] == "{":
            self._braces()
        else:
            self.found.problems.append((self.line, f"a bare '{found[0]}' in the text of <{tag.name}>"))
            self._go(self.at + 1)
