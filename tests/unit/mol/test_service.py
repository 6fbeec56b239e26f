"""The turn service on a real database: everything ends in a recorded state and nothing is lost."""

from __future__ import annotations

import asyncio

import pytest

from backend.engine.base import LABELS
from backend.errors import EngineUnreachable, MessageRejected, NotAllowed, UserError
from backend.mol.running import RunningTurn, Summarised, TurnEnded
from backend.mol.service import TurnService
from backend.mol.turn import AnswerDelta
from backend.profiles.profile import load_profile
from backend.store.conversations import (
    create_conversation,
    delete_conversation,
    list_conversations,
    show_version,
    shown_branch,
)
from backend.store.db import Database
from backend.store.models import DONE, FAILED, INTERRUPTED, STOPPED
from backend.store.turns import open_turn, repair_interrupted
from tests.unit.mol.scripted import ScriptedEngine, cells

L0, L1, L2, L3 = LABELS
ME, SOMEONE = "me", "someone"
CELL = "```python repl\n2340 * 17 / 100\n```"


def service(database: Database, engine: ScriptedEngine) -> TurnService:
    return TurnService(database, engine, load_profile("embedded"))


async def ended(turn: RunningTurn) -> TurnEnded:
    events = [event async for event in turn.follow(summary=True)]
    return next(event for event in events if isinstance(event, TurnEnded))


async def test_a_turn_is_kept_with_its_label_hops_answer_and_summary(database: Database) -> None:
    turns = service(database, ScriptedEngine("L2", ["Use a loop.", "Explained loops."]))
    turn = await turns.start(ME, "how do I repeat?", cells)
    assert (await ended(turn)).status == DONE
    [shown] = await shown_branch(database, ME, turn.conversation_id)
    assert (shown.turn.label, shown.text, shown.messages[0].content) == ("L2", "how do I repeat?", "Use a loop. ")
    assert [hop.kind for hop in shown.hops] == ["route", "answer", "summary"]
    assert (shown.turn.summary, shown.turn.summary_by) == ("Explained loops.", "model")


async def test_a_cell_is_run_and_its_observation_goes_back_to_the_same_adapter(database: Database) -> None:
    engine = ScriptedEngine("L1", [CELL, "That is 397.8.", "Took 17 %."])
    turn = await service(database, engine).start(ME, "what is 17% of 2340?", cells)
    await ended(turn)
    [shown] = await shown_branch(database, ME, turn.conversation_id)
    assert [message.role for message in shown.messages] == ["assistant", "tool", "assistant"]
    assert [cell.value for cell in shown.cells] == ["397.8"]
    assert {request.adapter for request in engine.requests[1:]} == {L1}
    assert engine.requests[2].messages[-1].content == "397.8"


async def test_the_k_v_is_settled_before_anyone_reads_an_answer_again(database: Database) -> None:
    engine = ScriptedEngine("L1", [CELL, "That is 397.8.", "Took 17 %."])
    await ended(await service(database, engine).start(ME, "17% of 2340", cells))
    assert len(engine.settled) == 2  # before the second step, and before the summary


async def test_stop_keeps_what_was_streamed_and_closes_the_engines_request(database: Database) -> None:
    engine = ScriptedEngine(answers=["one two three"])
    engine.hold = asyncio.Event()
    turn = await service(database, engine).start(ME, "count", cells)
    async for event in turn.follow():
        if isinstance(event, AnswerDelta):
            break
    turn.stop()
    assert (await ended(turn)).status == STOPPED
    assert engine.open_streams == 0
    [shown] = await shown_branch(database, ME, turn.conversation_id)
    assert shown.messages[0].content == "one "
    assert (shown.turn.summary, shown.turn.summary_by) == ("one", "head")


async def test_an_engine_that_dies_in_the_middle_leaves_a_failed_turn_and_the_next_one_works(
    database: Database,
) -> None:
    turns = service(database, ScriptedEngine(answers=[EngineUnreachable("the engine stopped"), "Back again."]))
    first = await turns.start(ME, "hello", cells)
    end = await ended(first)
    assert (end.status, end.error_code) == (FAILED, "engine_unreachable")
    second = await turns.start(ME, "again", cells, conversation_id=first.conversation_id)
    assert (await ended(second)).status == DONE
    shown = await shown_branch(database, ME, first.conversation_id)
    assert [turn.messages[0].content for turn in shown] == ["Half an ", "Back again. "]


async def test_a_double_submit_starts_one_turn(database: Database) -> None:
    turns = service(database, ScriptedEngine())
    conversation = (await create_conversation(database, ME)).id
    started = await asyncio.gather(
        *(turns.start(ME, "hi", cells, conversation_id=conversation) for _ in range(2)), return_exceptions=True
    )
    assert [type(item) for item in started] == [RunningTurn, UserError]
    await ended(started[0])
    assert len(await shown_branch(database, ME, conversation)) == 1


@pytest.mark.parametrize("text", ["", "   \n", "\x00\x07", "x" * 100_000])
async def test_a_message_that_cannot_be_answered_is_rejected_before_anything_is_written(
    database: Database, text: str
) -> None:
    with pytest.raises(MessageRejected):
        await service(database, ScriptedEngine()).start(ME, text, cells)
    assert await list_conversations(database, ME) == []


async def test_a_pinned_specialist_answers_without_a_route_hop(database: Database) -> None:
    turn = await service(database, ScriptedEngine("L0")).start(ME, "hi", cells, pin=L3)
    await ended(turn)
    [shown] = await shown_branch(database, ME, turn.conversation_id)
    assert (shown.turn.label, shown.turn.reason, shown.turn.distribution) == ("L3", "pinned", {})
    assert [hop.kind for hop in shown.hops] == ["answer", "summary"]


async def test_a_retry_is_a_second_version_and_the_first_can_be_shown_again(database: Database) -> None:
    turns = service(database, ScriptedEngine("L0", ["First.", "s", "Second.", "s"]))
    first = await turns.start(ME, "hi", cells)
    await ended(first)
    second = await turns.retry(ME, first.id, cells, pin=L2)
    await ended(second)
    [shown] = await shown_branch(database, ME, first.conversation_id)
    assert (shown.messages[0].content, shown.turn.label) == ("Second. ", "L2")
    assert shown.versions == (first.id, second.id)
    await show_version(database, ME, first.conversation_id, first.id)
    [shown] = await shown_branch(database, ME, first.conversation_id)
    assert shown.messages[0].content == "First. "


async def test_an_edited_message_is_answered_in_its_place_and_both_branches_stay(database: Database) -> None:
    turns = service(database, ScriptedEngine("L0", ["A1.", "s", "A2.", "s", "B1.", "s"]))
    first = await turns.start(ME, "hi", cells)
    await ended(first)
    later = await turns.start(ME, "and then?", cells, conversation_id=first.conversation_id)
    await ended(later)
    edited = await turns.edit(ME, first.id, "hello", cells)
    await ended(edited)
    place = first.conversation_id
    [shown] = await shown_branch(database, ME, place)
    assert (shown.text, shown.versions) == ("hello", (first.id, edited.id))
    await show_version(database, ME, place, first.id)
    assert [turn.text for turn in await shown_branch(database, ME, place)] == ["hi", "and then?"]
    await show_version(database, ME, place, edited.id)
    assert [turn.text for turn in await shown_branch(database, ME, place)] == ["hello"]


async def test_an_empty_edit_is_refused_and_changes_nothing(database: Database) -> None:
    turns = service(database, ScriptedEngine())
    first = await turns.start(ME, "hi", cells)
    await ended(first)
    with pytest.raises(MessageRejected):
        await turns.edit(ME, first.id, " ", cells)
    with pytest.raises(NotAllowed):
        await turns.edit(SOMEONE, first.id, "mine now", cells)
    assert [turn.text for turn in await shown_branch(database, ME, first.conversation_id)] == ["hi"]


async def test_turns_that_a_dead_process_left_running_are_ended_as_interrupted(database: Database) -> None:
    conversation = (await create_conversation(database, ME)).id
    await open_turn(database, ME, conversation, "hello")
    assert await repair_interrupted(database) == 1
    [shown] = await shown_branch(database, ME, conversation)
    assert (shown.turn.status, shown.turn.summary) == (INTERRUPTED, "")


async def test_closing_the_service_ends_a_running_turn_as_interrupted(database: Database) -> None:
    engine = ScriptedEngine()
    engine.hold = asyncio.Event()
    turns = service(database, engine)
    turn = await turns.start(ME, "hi", cells)
    await asyncio.sleep(0.05)
    await turns.close()
    [shown] = await shown_branch(database, ME, turn.conversation_id)
    assert shown.turn.status == INTERRUPTED


async def test_nobody_reads_stops_or_answers_in_anothers_conversation(database: Database) -> None:
    turns = service(database, ScriptedEngine())
    turn = await turns.start(ME, "secret", cells)
    await ended(turn)
    for attempt in (
        lambda: shown_branch(database, SOMEONE, turn.conversation_id),
        lambda: turns.start(SOMEONE, "hi", cells, conversation_id=turn.conversation_id),
        lambda: turns.retry(SOMEONE, turn.id, cells),
        lambda: delete_conversation(database, SOMEONE, turn.conversation_id),
        lambda: show_version(database, SOMEONE, turn.conversation_id, turn.id),
    ):
        with pytest.raises(NotAllowed):
            await attempt()
    assert await list_conversations(database, SOMEONE) == []


async def test_a_follower_that_comes_late_sees_every_event_once(database: Database) -> None:
    turns = service(database, ScriptedEngine(answers=["a b c", "sum"]))
    turn = await turns.start(ME, "hi", cells)
    live = [event async for event in turn.follow(summary=True)]
    late = [event async for event in turn.follow(summary=True)]
    assert late == live
    assert live[-1] == Summarised(text="sum", by="model")


async def test_deleting_a_conversation_deletes_all_that_hangs_below_it(database: Database) -> None:
    turn = await service(database, ScriptedEngine("L1", [CELL, "397.8", "s"])).start(ME, "17%", cells)
    await ended(turn)
    await delete_conversation(database, ME, turn.conversation_id)
    async with database.session() as session:
        for table in ("conversation", "message", "turn", "hop", "cellrun", "card"):
            rows = await (await session.connection()).exec_driver_sql(f"select count(*) from {table}")
            assert rows.scalar() == 0, table


async def held_answer(turns: TurnService, engine: ScriptedEngine) -> tuple[RunningTurn, asyncio.Event]:
    """Someone's answer that goes on until the event is set; turns that start later do not wait for it."""
    engine.hold = held = asyncio.Event()
    turn = await turns.start(SOMEONE, "b", cells)
    async for event in turn.follow():
        if isinstance(event, AnswerDelta):
            break
    engine.hold = None
    return turn, held


async def test_a_summary_waits_until_nobody_is_being_answered(database: Database) -> None:
    engine = ScriptedEngine(answers=["Held.", "One.", "Said.", "Said."])
    turns = service(database, engine)
    other, held = await held_answer(turns, engine)
    first = await turns.start(ME, "a", cells)
    async for _ in first.follow():
        pass
    await asyncio.sleep(0.05)
    assert not first.closed
    held.set()
    await ended(first)
    await ended(other)
    [shown] = await shown_branch(database, ME, first.conversation_id)
    assert (shown.turn.summary, shown.turn.summary_by) == ("Said.", "model")


async def test_a_summary_that_still_waits_gives_way_to_the_next_message_of_its_conversation(
    database: Database,
) -> None:
    engine = ScriptedEngine(answers=["Held.", "One.", "Two."])
    turns = service(database, engine)
    other, held = await held_answer(turns, engine)
    first = await turns.start(ME, "a", cells)
    async for _ in first.follow():
        pass
    async with asyncio.timeout(turns.profile.summary_wait_s / 2):
        second = await turns.start(ME, "c", cells, conversation_id=first.conversation_id)
    held.set()
    await ended(second)
    await ended(other)
    shown, _ = await shown_branch(database, ME, first.conversation_id)
    assert (shown.turn.summary, shown.turn.summary_by) == ("One.", "head")
