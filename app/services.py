"""What the page calls: the database and, once its engine is up, the turn service.

Covers: opening them with the server, closing them with it, waiting for a start in progress.
Does not cover: what they do (backend). The engine starts beside the server, so that the page is there at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

from backend.assembly import LOCAL_OWNER, opened_database, started_engine
from backend.errors import EngineUnreachable, PetitfourError
from backend.mol.service import TurnService
from backend.profiles.profile import Profile, chosen_profile
from backend.store.db import Database

logger = logging.getLogger(__name__)

OWNER = LOCAL_OWNER
START_LIMIT_S = 60.0


@dataclass(slots=True)
class Services:
    """The running backend of one server process."""

    database: Database
    profile: Profile
    _turns: asyncio.Future[TurnService] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    async def turns(self) -> TurnService:
        """The turn service, waiting for the engine's start.

        Raises:
            EngineUnreachable: it did not start, or not in time.
        """
        try:
            async with asyncio.timeout(START_LIMIT_S):
                return await asyncio.shield(self._turns)
        except TimeoutError as error:
            raise EngineUnreachable("the engine has not started yet; see /health, then try again") from error

    def started(self) -> TurnService | None:
        """The turn service if it is there already."""
        done = self._turns.done() and not self._turns.cancelled() and self._turns.exception() is None
        return self._turns.result() if done else None

    @property
    def fault(self) -> str:
        """Why the engine did not start; empty while it starts and when it runs."""
        failed = self._turns.done() and not self._turns.cancelled() and self._turns.exception() is not None
        return str(self._turns.exception()) if failed else ""

    async def start_engine(self, stack: AsyncExitStack) -> None:
        """Start the engine and hand out the turn service; a failure is kept for whoever asks."""
        try:
            assembly = await stack.enter_async_context(started_engine(self.database, self.profile))
        except PetitfourError as error:
            logger.error("engine did not start", extra={"code": error.code})
            self._turns.set_exception(error)
            self._turns.exception()  # read once: nobody may ever ask, and that is no lost error
            return
        self._turns.set_result(assembly.turns)


_current: Services | None = None


def services() -> Services:
    """The services of this process.

    Raises:
        EngineUnreachable: the server is starting or ending.
    """
    if _current is None:
        raise EngineUnreachable("the server is starting; try again in a moment")
    return _current


@asynccontextmanager
async def running_services() -> AsyncIterator[None]:
    """Open everything for as long as the server runs."""
    global _current
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(opened_database(repair=True))
        current = Services(database, chosen_profile())
        _current = current
        start = asyncio.create_task(current.start_engine(stack), name="engine start")
        try:
            yield
        finally:
            _current = None
            start.cancel()
            await asyncio.gather(start, return_exceptions=True)
