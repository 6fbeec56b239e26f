"""The Python side of the worker: runs one cell inside Pyodide and describes what happened as JSON.

Covers: compiling a cell, its last expression's value, bounded output, a short traceback that names the cell's line,
the persistent namespace, and refusing modules that lead out of the interpreter with a sentence.
Does not cover: time and memory limits and the real isolation (the host, lockdown.mjs, response headers); what is
refused here is refused for clear messages, not for safety. Loaded into the memory snapshot at build time.
"""

# pyright: basic, reportAttributeAccessIssue=false, reportCallIssue=false, reportArgumentType=false
from __future__ import annotations

import ast
import asyncio
import base64
import bisect
import builtins
import calendar
import collections
import copy
import csv
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import gc
import hashlib
import heapq
import html
import io
import itertools
import json
import linecache
import math
import operator
import os
import posix
import pprint
import random
import re
import socket
import statistics
import string
import subprocess
import sys
import textwrap
import time
import types
import typing
import unicodedata
import urllib.parse
import uuid
import zoneinfo

STREAM_LIMIT_CHARS = 8_000
VALUE_LIMIT_CHARS = 4_000
ERROR_LIMIT_CHARS = 2_000
SHOWN_ITEMS = 200
SHOWN_FRAMES = 8
KEPT_CELLS = 200

PRELOADED = (
    ast, asyncio, base64, bisect, calendar, collections, copy, csv, dataclasses, datetime, decimal, enum, fractions,
    functools, hashlib, heapq, html, itertools, json, math, operator, pprint, random, re, statistics, string, textwrap,
    time, typing, unicodedata, urllib.parse, uuid, zoneinfo,
)  # fmt: skip
"""Modules that cells use often: they are imported before the snapshot, so that importing them costs nothing."""

REFUSED_MODULES = frozenset({
    "js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "micropip", "ctypes", "_ctypes", "_socket",
    "webbrowser", "pip", "ensurepip",
})  # fmt: skip
_PROCESSES = ("system", "popen", "fork", "forkpty", "kill", "killpg", "posix_spawn", "posix_spawnp", "execv", "execve")
REFUSED_CALLS = (
    (os, _PROCESSES),
    (posix, _PROCESSES),
    (subprocess, ("Popen",)),
    (socket, ("socket", "create_connection", "create_server", "getaddrinfo", "gethostbyname", "fromfd", "socketpair")),
)

# Held here because a cell may replace what it finds in a module; built-ins are put back before they are used again.
_compile, _eval, _repr, _str, _type, _BaseException = compile, eval, repr, str, type, BaseException
_Expr, _Expression = ast.Expr, ast.Expression
_dumps, _wait, _collect = json.dumps, time.sleep, gc.collect
_sources: dict[str, typing.Any] = linecache.cache
_live_builtins = vars(builtins)
_BUILTINS = dict(_live_builtins)
_RECURSION_LIMIT = sys.getrecursionlimit()


class _Refusal:
    """Marks an exception that the sandbox raised, so that the cell ends as `blocked`."""


class SandboxImportError(_Refusal, ImportError):
    """An import that leads out of the interpreter."""


class SandboxError(_Refusal, PermissionError):
    """A call that leads out of the interpreter."""


class _RefusingFinder:
    """Answers the import of a refused module with a sentence."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        top = name.partition(".")[0]
        if top in REFUSED_MODULES:
            raise SandboxImportError(f"cells cannot reach the page, the network or the host: no module '{top}' here")


class _Stream(io.TextIOBase):
    """Text output that keeps its head and tail and counts what lies between."""

    def __init__(self) -> None:
        self._head = ""
        self._tail = collections.deque[str]()
        self._tail_chars = 0
        self._chars = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, _str):
            raise TypeError(f"write() argument must be str, not {_type(text).__name__}")
        half = STREAM_LIMIT_CHARS // 2
        self._chars += len(text)
        room = half - len(self._head)
        self._head += text[:room] if room > 0 else ""
        rest = text[max(room, 0) :][-half:]
        if rest:
            self._tail.append(rest)
            self._tail_chars += len(rest)
            while self._tail_chars - len(self._tail[0]) >= half:
                self._tail_chars -= len(self._tail.popleft())
        return len(text)

    def text(self) -> str:
        tail = "".join(self._tail)[-(STREAM_LIMIT_CHARS // 2) :]
        missing = self._chars - len(self._head) - len(tail)
        return f"{self._head}\n… {missing} characters left out …\n{tail}" if missing else self._head + tail


def _clip(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    half = limit // 2
    return f"{text[:half]}\n… {len(text) - 2 * half} characters left out …\n{text[-half:]}"


def _items(parts: list[str], total: int) -> str:
    return ", ".join(parts) + (f", … {total - len(parts)} more" if total > len(parts) else "")


def show(value: typing.Any, depth: int = 0) -> str:
    """The repr of a value; long built-in containers and strings are cut, so that a million items cost nothing."""
    kind = _type(value)
    if kind in (_str, bytes) and len(value) > VALUE_LIMIT_CHARS:
        return f"{_repr(value[:VALUE_LIMIT_CHARS])}… ({len(value)} in all)"
    if kind is int and value.bit_length() > 14_000:
        return f"<an integer of {value.bit_length()} bits>"
    if kind not in (list, tuple, set, frozenset, dict) or not value or depth > 5:
        return _repr(value)
    first = itertools.islice(value.items() if kind is dict else value, SHOWN_ITEMS)
    if kind is dict:
        return "{" + _items([f"{show(k, depth + 1)}: {show(v, depth + 1)}" for k, v in first], len(value)) + "}"
    text = _items([show(item, depth + 1) for item in first], len(value))
    if kind is tuple:
        return f"({text},)" if len(value) == 1 else f"({text})"
    return {list: "[{}]", set: "{{{}}}", frozenset: "frozenset({{{}}})"}[kind].format(text)


def _message(error: BaseException) -> str:
    try:
        text = _str(error)
    except _BaseException as broken:
        text = f"<its message failed with {_type(broken).__name__}>"
    name = _type(error).__name__
    return f"{name}: {text}" if text else name


class Session:
    """One namespace and the cells that were run in it."""

    def __init__(self) -> None:
        self._number = 0
        self.namespace: dict[str, object] = {}
        self.reset()

    def reset(self) -> None:
        """Forget every name; the next cell starts fresh."""
        module = types.ModuleType("__main__")
        module.__dict__["__builtins__"] = builtins
        sys.modules["__main__"] = module
        self.namespace = module.__dict__
        _collect()

    def run(self, code: str) -> object:
        """JSON of the observation, or an awaitable of it when the cell awaits at its top level."""
        self._repair()
        self._number += 1
        name = f"<cell {self._number}>"
        _sources[name] = (len(code), None, [f"{line}\n" for line in code.split("\n")], name)
        _sources.pop(f"<cell {self._number - KEPT_CELLS}>", None)
        out, err = _Stream(), _Stream()
        sys.stdout, sys.stderr, sys.stdin = out, err, _NoInput()
        try:
            body, last = _split(code, name)
            pending = _eval(body, self.namespace)
            if body.co_flags & 0x80:  # CO_COROUTINE: the cell awaits
                return self._finish(pending, last, out, err)
            value = None if last is None else _eval(last, self.namespace)
            if last is not None and last.co_flags & 0x80:
                return self._finish(None, value, out, err)
            return self._observed(out, err, value=value)
        except _BaseException as error:
            return self._observed(out, err, error=error)

    async def _finish(self, pending: typing.Any, last: typing.Any, out: _Stream, err: _Stream) -> str:
        try:
            if pending is not None:
                await pending
                last = None if last is None else _eval(last, self.namespace)
            return self._observed(out, err, value=await last if asyncio.iscoroutine(last) else last)
        except _BaseException as error:
            return self._observed(out, err, error=error)

    def _observed(self, out: _Stream, err: _Stream, *, value: object = None, error: BaseException | None = None) -> str:
        self._repair()
        shown = None
        if error is None and value is not None:
            try:
                shown = _clip(show(value), VALUE_LIMIT_CHARS)
            except _BaseException as broken:
                self._repair()
                error = broken
        status = "ok" if error is None else "blocked" if _refused(error) else "error"
        found = {
            "status": status,
            "stdout": out.text(),
            "stderr": err.text(),
            "value": shown,
            "error": None if error is None else self._explain(error),
        }
        return _dumps(found)

    def _explain(self, error: BaseException) -> str:
        lines: list[str] = []
        here = f"<cell {self._number}>"
        if isinstance(error, SyntaxError) and _str(error.filename).startswith("<cell "):
            lines.append(f"line {error.lineno}: {(error.text or '').strip()}")
            return _clip(f"{lines[0]}\n{_type(error).__name__}: {error.msg}", ERROR_LIMIT_CHARS)
        trace = error.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename.startswith("<cell "):
                where = "" if code.co_filename == here else f"{code.co_filename[1:-1]}, "
                inside = "" if code.co_name == "<module>" else f" in {code.co_name}"
                source = _sources.get(code.co_filename, (0, None, [], ""))[2]
                text = source[trace.tb_lineno - 1].strip() if trace.tb_lineno <= len(source) else ""
                lines.append(f"{where}line {trace.tb_lineno}{inside}: {text}")
            trace = trace.tb_next
        if len(lines) > SHOWN_FRAMES:
            half = SHOWN_FRAMES // 2
            lines[half:-half] = [f"… {len(lines) - SHOWN_FRAMES} more calls …"]
        lines.append(_message(error))
        if error.__cause__ is not None:
            lines.append(f"caused by {_message(error.__cause__)}")
        return _clip("\n".join(lines), ERROR_LIMIT_CHARS)

    def _repair(self) -> None:
        """Undo what a cell can break for the next one: built-ins, tracing, the recursion limit."""
        sys.settrace(None)
        sys.setprofile(None)
        sys.setrecursionlimit(_RECURSION_LIMIT)
        _live_builtins.clear()
        _live_builtins.update(_BUILTINS)


class _NoInput(io.TextIOBase):
    """Standard input that says why there is none."""

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:
        raise RuntimeError("a cell cannot ask for input: write the value into the cell")

    read = readline


def _refused(error: BaseException | None) -> bool:
    for _ in range(8):
        if error is None:
            return False
        if isinstance(error, _Refusal):
            return True
        error = error.__cause__ or error.__context__
    return False


def _split(code: str, name: str) -> tuple[types.CodeType, types.CodeType | None]:
    """The cell as statements and, if it ends in an expression, that expression."""
    tree = _compile(code, name, "exec", 0x400, dont_inherit=True)  # ast.PyCF_ONLY_AST
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], _Expr) else None
    flags = 0x2000  # ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    body = _compile(tree, name, "exec", flags=flags, dont_inherit=True)
    if last is None:
        return body, None
    return body, _compile(_Expression(last.value), name, "eval", flags=flags, dont_inherit=True)


def _refusing(name: str) -> object:
    def refused(*args: object, **named: object) -> None:
        raise SandboxError(f"cells cannot reach the network or the host: {name} is refused")

    return refused


def _sleep(seconds: float) -> None:
    """Sleep in slices: the interpreter notices an interrupt only between them."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        _wait(min(left, 0.02))


def seal() -> None:
    """Take away what leads out of the interpreter and draw new randomness; called once, when the worker starts."""
    for found in gc.get_objects():
        if _type(found).__name__ in ("JsFinder", "JsLoader"):
            vars(found).clear()  # the host's objects that imported modules would still hold
    sys.meta_path[:] = [_RefusingFinder(), *(found for found in sys.meta_path if "Js" not in _type(found).__name__)]
    for name in list(sys.modules):
        if name.partition(".")[0] in REFUSED_MODULES or name == __name__:
            del sys.modules[name]
    for module, names in REFUSED_CALLS:
        for name in names:
            if hasattr(module, name):
                setattr(module, name, _refusing(f"{module.__name__}.{name}"))
    time.sleep = _sleep
    os.environ.pop("_", None)  # the build's path
    random.seed()  # the snapshot froze the generator: every session would draw the same numbers
    os.chdir("/tmp")


session = Session()
