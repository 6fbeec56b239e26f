"""What a reader leaves on a card is kept, by its owner alone, from the first key on."""

from __future__ import annotations

import pytest

from backend.errors import NotAllowed
from backend.store.conversations import create_conversation, shown_branch
from backend.store.db import Database
from backend.store.models import DONE
from backend.store.turns import OpenedTurn, Outcome, end_turn, keep_card_state, open_turn

ME, SOMEONE = "me", "someone"


@pytest.fixture
async def opened(database: Database) -> OpenedTurn:
    return await open_turn(database, ME, (await create_conversation(database, ME)).id, "a form")


async def test_what_is_typed_while_a_card_streams_is_there_when_it_has_ended(
    database: Database, opened: OpenedTurn
) -> None:
    surface = f"{opened.turn.id}-0"
    await keep_card_state(database, ME, surface, {"Name": "Ada"}, None)
    await end_turn(database, opened.turn.id, Outcome(status=DONE, cards=[(surface, "code")]))
    [shown] = await shown_branch(database, ME, opened.turn.conversation_id)
    assert [(card.code, card.state) for card in shown.cards] == [("code", {"Name": "Ada"})]


async def test_nobody_writes_on_anothers_card(database: Database, opened: OpenedTurn) -> None:
    surface = f"{opened.turn.id}-0"
    await end_turn(database, opened.turn.id, Outcome(status=DONE, cards=[(surface, "code")]))
    with pytest.raises(NotAllowed):
        await keep_card_state(database, SOMEONE, surface, {"Name": "Eve"}, None)


@pytest.mark.parametrize("suffix", ["-0", "-99", "-x", ""])
async def test_a_card_that_the_answer_does_not_hold_cannot_be_made_up(
    database: Database, opened: OpenedTurn, suffix: str
) -> None:
    await end_turn(database, opened.turn.id, Outcome(status=DONE))
    with pytest.raises(NotAllowed):
        await keep_card_state(database, ME, f"{opened.turn.id}{suffix}", {}, None)
