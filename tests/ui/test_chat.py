"""What the page does whatever a model says: on the scripted engine.

Covers: streaming, reload, stop, double submit, bad input, the list, versions, the chip, themes, widths, axe.
Does not cover: models (test_trained.py), the card frame's insides (test_frame.py).
"""

from __future__ import annotations

import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.ui.conftest import Served, answered, open_page, send

SERIOUS = ("serious", "critical")


def test_an_answer_streams_and_is_there_after_a_reload(page: Page) -> None:
    send(page, "prose please")
    expect(page.get_by_test_id("stop")).to_be_visible()
    expect(page.locator(".prose").last).to_contain_text("Cold butter")
    expect(page.get_by_test_id("turn")).to_have_attribute("data-live", "true")
    answered(page)
    expect(page.locator(".prose h3")).to_have_text("What to do")
    expect(page.locator(".prose td").first).to_have_text("200 °C")
    page.reload()
    expect(page.locator(".prose h3")).to_have_text("What to do")
    expect(page.get_by_test_id("turn")).to_have_count(1)


def test_a_reload_in_the_middle_goes_on_streaming(page: Page) -> None:
    send(page, "long answer")
    expect(page.locator(".prose").last).to_contain_text("word20")
    page.reload()
    expect(page.get_by_test_id("turn")).to_have_attribute("data-live", "true")
    expect(page.locator(".prose").last).to_contain_text("word120 ", timeout=15_000)
    page.get_by_test_id("stop").click()
    answered(page)


def test_stop_closes_the_engines_request_within_a_second_and_keeps_the_text(page: Page, scripted: Served) -> None:
    send(page, "long answer")
    expect(page.locator(".prose").last).to_contain_text("word30")
    opened = scripted.data / "open"
    assert opened.read_text() == "1"
    page.get_by_test_id("stop").click()
    began = time.monotonic()
    while opened.read_text() != "0":
        assert time.monotonic() - began < 1, "the engine's request is still open after a second"
    answered(page)
    expect(page.get_by_test_id("note")).to_contain_text("You stopped this answer.")
    expect(page.locator(".prose").first).to_contain_text("word30")


def test_escape_stops(page: Page) -> None:
    send(page, "long answer")
    expect(page.locator(".prose").last).to_contain_text("word5")
    page.keyboard.press("Escape")
    answered(page)
    expect(page.get_by_test_id("note")).to_be_visible()


def test_two_submits_make_one_turn(page: Page) -> None:
    page.get_by_test_id("say").fill("prose twice")
    page.get_by_test_id("say").press("Enter")
    page.get_by_test_id("say").press("Enter")
    answered(page)
    expect(page.get_by_test_id("turn")).to_have_count(1)


def test_an_empty_message_cannot_be_sent(page: Page) -> None:
    expect(page.get_by_test_id("send")).to_be_disabled()
    send(page, "  \n ")
    expect(page.get_by_test_id("turn")).to_have_count(0)


def test_a_refused_message_says_why_and_stays_in_the_field(page: Page) -> None:
    send(page, "x" * 100_000)
    expect(page.get_by_test_id("notice")).to_contain_text("shorten it")
    assert len(page.get_by_test_id("say").input_value()) == 100_000
    expect(page.get_by_test_id("turn")).to_have_count(0)


@pytest.mark.parametrize("text", ["<img src=x onerror=alert(1)>", "שלום 👋🏽 مرحبا", "**bold** `code`", "a\u0007b"])
def test_a_message_is_shown_as_it_was_written(page: Page, text: str) -> None:
    send(page, text)
    answered(page)
    expect(page.locator(".say")).to_have_text(text.replace("\u0007", ""))


def test_a_failed_answer_keeps_its_words_and_says_what_to_do(page: Page) -> None:
    send(page, "fail now")
    note = page.get_by_test_id("note")
    expect(note).to_contain_text("No token for 30 s")
    expect(note).to_contain_text("5 words were kept")
    expect(note).to_contain_text("engine_stalled")
    expect(page.locator(".prose").first).to_contain_text("The short version is that")
    expect(note.get_by_role("button", name="Answer again")).to_be_visible()


def test_the_chip_unfolds_the_distribution_and_the_hops(page: Page) -> None:
    send(page, "unsure which")
    answered(page)
    chip = page.locator(".chip")
    expect(chip).to_contain_text("L2 coding")
    expect(chip).to_contain_text("unsure, 52%")
    chip.click()
    expect(page.locator(".pop h3")).to_have_text("Close between L2 and L1")
    expect(page.locator(".dist li")).to_have_count(4)
    expect(page.locator(".hops tbody tr").first).to_contain_text("Route")
    page.keyboard.press("Escape")
    expect(page.locator(".pop")).to_be_hidden()
    expect(chip).to_be_focused()


def test_answering_with_another_specialist_makes_a_version(page: Page) -> None:
    send(page, "code it")
    answered(page)
    page.locator(".chip").click()
    page.get_by_role("button", name="Answer with L0 instead").click()
    answered(page)
    expect(page.locator(".pager")).to_contain_text("2 / 2")
    expect(page.get_by_test_id("turn")).to_have_count(1)
    page.get_by_role("button", name="Previous version").click()
    expect(page.locator(".pager")).to_contain_text("1 / 2")


def test_an_edited_message_is_answered_in_its_place_and_the_first_can_be_seen_again(page: Page) -> None:
    send(page, "prose one")
    answered(page)
    send(page, "prose after it")
    answered(page)
    first = page.get_by_test_id("turn").first
    first.hover()
    first.get_by_role("button", name="Edit message").click()
    field = page.get_by_test_id("edit")
    expect(field).to_be_focused()
    field.press("Escape")
    expect(field).to_have_count(0)
    first.get_by_role("button", name="Edit message").click()
    field.fill("prose two")
    field.press("Enter")
    answered(page)
    expect(page.get_by_test_id("turn")).to_have_count(1)
    expect(page.locator(".say")).to_have_text("prose two")
    expect(page.locator(".pager")).to_contain_text("2 / 2")
    page.get_by_role("button", name="Previous version").click()
    expect(page.locator(".say")).to_have_text(["prose one", "prose after it"])


def test_an_edit_that_is_refused_stays_in_its_field_and_can_be_sent_shorter(page: Page) -> None:
    send(page, "prose one")
    answered(page)
    page.get_by_test_id("say").press("ArrowUp")
    field = page.get_by_test_id("edit")
    field.fill("prose " * 4_000)
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("shorten it")
    expect(field).to_have_value("prose " * 4_000)
    field.fill("prose two")
    field.press("Enter")
    answered(page)
    expect(page.locator(".say")).to_have_text("prose two")


def test_arrow_up_in_an_empty_field_edits_the_last_message(page: Page) -> None:
    send(page, "prose one")
    answered(page)
    page.get_by_test_id("say").press("ArrowUp")
    expect(page.get_by_test_id("edit")).to_have_value("prose one")
    expect(page.get_by_test_id("edit")).to_be_focused()


def test_a_question_mark_outside_a_field_lists_all_keys(page: Page) -> None:
    page.get_by_test_id("log").focus()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="All keys")
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.get_by_test_id("say").focus()
    page.keyboard.type("what?")
    expect(sheet).to_be_hidden()


def test_a_pin_skips_the_router(page: Page) -> None:
    page.keyboard.press("Alt+2")
    expect(page.get_by_role("button", name="Pin L2 coding")).to_have_attribute("aria-pressed", "true")
    send(page, "prose pinned")
    answered(page)
    expect(page.get_by_test_id("route")).to_have_attribute("data-label", "L2")
    page.locator(".chip").click()
    expect(page.locator(".pop h3")).to_have_text("You chose L2 coding")


def test_a_cell_runs_in_the_readers_browser_and_its_value_reaches_the_answer(page: Page) -> None:
    send(page, "cell now")
    answered(page, timeout_s=60)
    expect(page.get_by_test_id("repl-host")).to_have_attribute("data-state", "ready")
    expect(page.get_by_test_id("cell")).to_have_attribute("data-status", "ok")
    expect(page.get_by_test_id("cell-value")).to_have_text("397.8")
    expect(page.locator(".prose").last).to_have_text("That is 397.8.")
    page.reload()
    expect(page.get_by_test_id("cell-value")).to_have_text("397.8")


def test_stop_ends_a_cell_that_never_would(page: Page) -> None:
    send(page, "loop now")
    expect(page.get_by_test_id("repl-host")).to_have_attribute("data-state", "running", timeout=30_000)
    page.get_by_test_id("stop").click()
    answered(page, timeout_s=5)
    expect(page.get_by_test_id("note")).to_contain_text("You stopped this answer.")
    send(page, "cell after")
    answered(page, timeout_s=60)
    expect(page.get_by_test_id("cell-value")).to_have_text("397.8")


def test_a_card_streams_keeps_what_is_typed_and_sends_an_action(page: Page) -> None:
    send(page, "card please")
    frame = page.get_by_test_id("card").frame_locator("iframe")
    field = frame.get_by_placeholder("Your name")
    expect(field).to_be_visible(timeout=20_000)
    field.fill("Ada")
    answered(page)
    expect(field).to_have_value("Ada")
    frame.get_by_role("button", name="Book").click()
    expect(page.locator(".say")).to_have_count(2)
    expect(page.locator(".say").last).to_contain_text("Ada")
    page.reload()
    expect(page.get_by_test_id("card").first.frame_locator("iframe").get_by_placeholder("Your name")).to_have_value(
        "Ada"
    )


def test_conversations_are_listed_renamed_left_and_deleted(page: Page, scripted: Served) -> None:
    title = f"prose {time.monotonic_ns()}"
    send(page, title)
    answered(page)
    history = page.get_by_test_id("history")
    row = history.locator(".item", has_text=title)
    row.hover()
    row.get_by_role("button", name="Rename").click()
    history.get_by_label("New title").fill(f"Tea {title}")
    history.get_by_label("New title").press("Enter")
    expect(page.locator(".bar h1")).to_have_text(f"Tea {title}")
    page.get_by_test_id("new").click()
    expect(page.get_by_test_id("start")).to_be_visible()
    history.get_by_role("link", name=f"Tea {title}").click()
    expect(page.get_by_test_id("turn")).to_have_count(1)
    page.goto(scripted.url)
    expect(page.locator(".say")).to_have_text(title)
    row = history.locator(".item", has_text=f"Tea {title}")
    row.hover()
    row.get_by_role("button", name="Delete").click()
    history.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_test_id("start")).to_be_visible()
    expect(history.get_by_role("link", name=f"Tea {title}")).to_have_count(0)


def test_an_unknown_address_says_so(page: Page, scripted: Served) -> None:
    page.goto(f"{scripted.url}/c/nothing-here")
    expect(page.get_by_test_id("notice")).to_contain_text("There is no such conversation here")


def test_finished_turns_are_not_sent_again(page: Page) -> None:
    sizes: list[int] = []
    sockets: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sockets.append(len(frame))))
    page.reload()
    page.locator('[data-testid="engine"][data-ready="true"]').wait_for()
    for turn in range(4):
        before = sum(sockets)
        send(page, f"prose {turn}")
        answered(page)
        expect(page.get_by_test_id("turn")).to_have_count(turn + 1)
        sizes.append(sum(sockets) - before)
    assert sizes[3] < sizes[1] * 1.5, sizes


def test_two_tabs_show_the_same_conversation(page: Page, context: BrowserContext, scripted: Served) -> None:
    send(page, "prose in two tabs")
    answered(page)
    other = context.new_page()
    open_page(other, scripted.url)
    expect(other.locator(".say")).to_have_text("prose in two tabs")
    other.close()


def test_a_draft_survives_a_reload(page: Page) -> None:
    page.get_by_test_id("say").fill("half a thought")
    page.reload()
    expect(page.get_by_test_id("say")).to_have_value("half a thought")


def test_the_composer_grows_to_eight_lines_and_then_scrolls(page: Page) -> None:
    field = page.get_by_test_id("say")
    field.fill("one")
    single = field.bounding_box()["height"]
    field.fill("\n".join(str(line) for line in range(30)))
    grown = field.bounding_box()["height"]
    assert single < 60
    assert 180 < grown < 240


def test_the_answers_end_is_announced(page: Page) -> None:
    send(page, "prose please")
    answered(page)
    expect(page.get_by_test_id("said")).to_have_text(re.compile(r"Answer ready, \d+ words\."))


def test_keys_step_between_turns_in_the_log(page: Page) -> None:
    for word in ("prose one", "prose two"):
        send(page, word)
        answered(page)
    page.get_by_test_id("log").focus()
    page.keyboard.press("j")
    expect(page.get_by_test_id("turn").first).to_be_focused()
    page.keyboard.press("j")
    expect(page.get_by_test_id("turn").last).to_be_focused()


def test_a_phone_has_the_list_in_a_drawer_and_no_sideways_scroll(context: BrowserContext, scripted: Served) -> None:
    page = context.new_page()
    page.set_viewport_size({"width": 380, "height": 780})
    open_page(page, scripted.url)
    send(page, "code it")
    answered(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 380
    expect(page.get_by_test_id("history")).to_be_hidden()
    page.get_by_test_id("drawer").click()
    expect(page.get_by_test_id("history")).to_be_visible()
    page.get_by_role("button", name="Close the list").click()
    expect(page.get_by_test_id("history")).to_be_hidden()


def test_dark_is_chosen_and_kept(page: Page) -> None:
    page.get_by_role("button", name="Dark theme").click()
    expect(page.locator("html")).to_have_class(re.compile(r"\bdark\b"))
    page.reload()
    expect(page.locator("html")).to_have_class(re.compile(r"\bdark\b"))


@pytest.mark.parametrize("theme", ["Light theme", "Dark theme"])
def test_axe_finds_nothing_serious(page: Page, theme: str) -> None:
    page.get_by_role("button", name=theme).click()
    for word in ("prose please", "code it", "cell now"):
        send(page, word)
        answered(page)
    page.locator(".chip").last.click()
    found = [item for item in Axe().run(page).response["violations"] if item["impact"] in SERIOUS]
    assert [(item["id"], [node["html"][:120] for node in item["nodes"]]) for item in found] == []


def test_no_other_host_is_asked_for_anything(context: BrowserContext, scripted: Served) -> None:
    page = context.new_page()
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url.split("/")[2]))
    open_page(page, scripted.url)
    send(page, "prose please")
    answered(page)
    assert asked == {scripted.url.split("/")[2]}
