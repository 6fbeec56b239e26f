# ruff: noqa: E501 (words are data)
"""The words that fill the slots of L2's tasks, apart for the two splits.

Covers: tables, columns, files, folders, numbers and the like, and one draw of them all. Does not cover: function names (each task has its own).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Literal

Split = Literal["train", "held_out"]

_POOLS: Mapping[str, tuple[str, str]] = {
    "table": (
        "users orders books students cars employees invoices cities movies teachers flights rooms recipes players products songs tickets customers "
        "payments courses shops countries reviews animals devices visits",
        "lamps sailors bakeries museums parcels bridges pilots guitars orchards",
    ),
    "col": (
        "price age score salary amount city status rating stock weight year country category color total level size points quantity grade "
        "duration distance height brand language",
        "altitude depth fee origin capacity speed region mileage",
    ),
    "ext": ("txt log csv py js tmp jpg png md json xml pdf html bak yml mp3", "docx svg conf webp ini wav"),
    "dir": (
        "src logs /var/log docs data backup /tmp photos build downloads ~/projects /etc reports tests",
        "/srv/media archive ~/music /opt/tools",
    ),
    "dir2": ("public dist site static docs html", "www output web"),
    "file": (
        "data.txt access.log notes.md users.csv app.log report.txt config.yml main.py run.sh names.txt scores.csv index.html error.log todo.txt",
        "sales.tsv setup.sh diary.md nodes.txt trace.log",
    ),
    "file2": ("main app server run bot start index", "launch worker tool"),
    "name": (
        "web api blog shop worker cache mail billing search backend proxy demo site admin sync",
        "ledger gateway kiosk beacon",
    ),
    "branch": (
        "feature-login main develop fix-typo release test-api hotfix new-menu docs-update staging",
        "feature-map trunk fix-zoom beta",
    ),
    "word": (
        "error green alpha todo red user cat london apple warning blue admin summer test hello tiger open draft menu banner login paid active "
        "north lemon note card panel",
        "cobalt timeout walnut pending harbor lantern violet expired",
    ),
    "var": (
        "items numbers names data values words scores prices rows result total users lines count",
        "parts sizes books temps costs entries",
    ),
    "cls": (
        "User Book Car Order Point Student Movie Shape Invoice Task Player Room",
        "Lamp Parcel Sailor Bridge Orchard",
    ),
    "colour": ("red blue green orange teal black gold navy gray", "purple maroon olive"),
    "UP": ("AB INV ORD TCK XY RMA", "PO KLM QZ"),
    "newcol": ("note phone address nickname comment title", "website motto remark"),
}
_NAME_HEADS = {
    "train": "get make do handle process compute find my calc run solve build check use apply work do_the step part task",
    "held_out": "fetch derive treat figure out evaluate",
}
_SECOND = ("table", "col", "word", "var", "ext")


def slots(rng: Random, split: Split) -> dict[str, str]:
    """A value for every slot; a slot that ends in 2 differs from its first."""
    found: dict[str, str] = {}
    for name, pools in _POOLS.items():
        pool: Sequence[str] = pools[0 if split == "train" else 1].split()
        first, second = rng.sample(pool, 2)
        found[name] = first
        if name in _SECOND:
            found[f"{name}2"] = second
    found |= {
        "n": str(rng.randint(2, 99)),
        "n9": str(rng.randint(2, 9)),
        "n20": str(rng.randint(10, 40)),
        "hour": str(rng.randint(0, 23)),
    }
    found |= {
        "big": str(rng.randint(100, 1200)),
        "year": str(rng.randint(1995, 2027)),
        "port": str(rng.randint(1100, 9999)),
    }
    found |= {name.upper(): found[name].upper() for name in ("col", "col2")}
    return found | {name.title(): found[name].title() for name in ("word", "word2")}


def made_up_name(rng: Random, split: Split, camel: bool = False) -> str:
    """A function name of two random words, such as handle_lemon."""
    first, second = _NAME_HEADS[split].split(), _POOLS["word"][0 if split == "train" else 1].split()
    head, tail = rng.choice(first), rng.choice(second)
    return head + tail.title() if camel else f"{head}_{tail}"
