"""The page on the real engine with the shipped specialists.

Covers: an L0 turn, an L1 turn whose cell's value is right, an L3 turn whose card can be used. Does not cover: how good
the specialists are (backend/evals), what the page does whatever a model says (test_chat.py).
"""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.ui.conftest import Served, answered, open_page, send

ANSWER_LIMIT_S = 120


@pytest.fixture
def page(context: BrowserContext, real: Served) -> Page:
    """A page on the real engine."""
    page = context.new_page()
    open_page(page, real.url)
    return page


@pytest.mark.trained("L0")
def test_a_chat_turn_streams_and_is_there_after_a_reload(page: Page) -> None:
    send(page, "Why is the sky blue?")
    expect(page.locator(".prose").last).not_to_be_empty(timeout=60_000)
    answered(page, timeout_s=ANSWER_LIMIT_S)
    expect(page.get_by_test_id("route")).to_have_attribute("data-label", "L0")
    answer = page.locator(".prose").first.inner_text()
    page.reload()
    expect(page.locator(".prose").first).to_have_text(answer, use_inner_text=True)


@pytest.mark.trained("L0", "L1")
def test_a_computation_runs_a_cell_whose_number_is_right(page: Page) -> None:
    send(page, "What is 17% of 2340?")
    answered(page, timeout_s=ANSWER_LIMIT_S)
    expect(page.get_by_test_id("route")).to_have_attribute("data-label", "L1")
    expect(page.get_by_test_id("cell").first).to_have_attribute("data-status", "ok")
    expect(page.get_by_test_id("cell-value").first).to_contain_text("397.8")
    expect(page.locator(".prose").last).to_contain_text("397.8")


@pytest.mark.trained("L0", "L3")
def test_an_interface_can_be_typed_into_and_sends_an_action(page: Page) -> None:
    send(page, "Make a booking form with a name field and a Book button")
    answered(page, timeout_s=ANSWER_LIMIT_S)
    expect(page.get_by_test_id("route")).to_have_attribute("data-label", "L3")
    frame = page.get_by_test_id("card").first.frame_locator("iframe")
    field = frame.locator("input").first
    field.fill("Ada")
    expect(field).to_have_value("Ada")
    frame.get_by_role("button").last.click()
    expect(page.locator(".say")).to_have_count(2, timeout=10_000)


@pytest.mark.trained("L0")
def test_stop_ends_a_real_answer_within_a_second(page: Page) -> None:
    send(page, "Write a long story about a lighthouse")
    expect(page.locator(".prose").last).not_to_be_empty(timeout=60_000)
    page.get_by_test_id("stop").click()
    expect(page.get_by_test_id("send")).to_be_visible(timeout=1_500)
