"""Alembic's entry: runs the migrations on the URL it was given, over a synchronous driver."""

from __future__ import annotations

from alembic import context
from sqlalchemy import create_engine, pool

from backend.store.models import Conversation

_SYNC_DRIVERS = {"sqlite+aiosqlite": "sqlite", "postgresql+asyncpg": "postgresql"}


def _sync_url(url: str) -> str:
    driver, rest = url.split("://", 1)
    return f"{_SYNC_DRIVERS.get(driver, driver)}://{rest}"


def _run() -> None:
    url = context.config.get_main_option("sqlalchemy.url")
    if url is None:
        raise RuntimeError("migrations need sqlalchemy.url")
    engine = create_engine(_sync_url(url), poolclass=pool.NullPool)
    with engine.connect() as connection:
        context.configure(connection=connection, target_metadata=Conversation.metadata, render_as_batch=True)
        with context.begin_transaction():
            context.run_migrations()


_run()
