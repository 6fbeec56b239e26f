"""The database: an async engine on SQLite (or any URL SQLAlchemy knows), brought to the newest migration.

Covers: opening, SQLite's durability settings, sessions, mapping the driver's errors into ours.
Does not cover: tables (models.py) or queries.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel.ext.asyncio.session import AsyncSession

from backend.errors import StoreError

BUSY_TIMEOUT_MS = 5_000
_MIGRATIONS = Path(__file__).resolve().parent / "migrations"


@dataclass(frozen=True, slots=True)
class Database:
    """An open database; `close` it when its owner ends."""

    engine: AsyncEngine

    @asynccontextmanager
    async def session(self) -> AsyncGenerator[AsyncSession, None]:
        """One unit of work: committed when the block ends, rolled back when it raises.

        Raises:
            StoreError: the database refused; nothing of the block was kept.
        """
        try:
            async with AsyncSession(self.engine, expire_on_commit=False) as session, session.begin():
                yield session
        except SQLAlchemyError as error:
            cause = str(getattr(error, "orig", error)).splitlines()[0]
            raise StoreError(
                f"the database refused ({cause}); check free disk space and the data folder's rights, then try again"
            ) from error

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()


def sqlite_url(folder: Path) -> str:
    """The default database of a data folder."""
    return f"sqlite+aiosqlite:///{folder / 'petitfour.db'}"


async def open_database(url: str) -> Database:
    """Open the database at `url` and migrate it to the newest schema.

    Raises:
        StoreError: it cannot be opened or migrated.
    """
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _durable_sqlite)
    try:
        await asyncio.to_thread(_migrate, url)
    except SQLAlchemyError as error:
        await engine.dispose()
        raise StoreError(f"cannot open the database at {url.rsplit('/', 1)[-1]}: {error}") from error
    return Database(engine)


def _migrate(url: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.set_main_option("sqlalchemy.url", url.replace("%", "%%"))
    command.upgrade(config, "head")


def _durable_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    # WAL lets readers go on while one writes; FULL keeps a committed message through a power cut.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_TIMEOUT_MS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
