"""The clients that programs use."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self

import httpx

from .api import AllOperations, AsyncAllOperations
from .pay_many import PayManyResult, PaymentRow, Progress, pay_many
from .transport import AsyncTransport, Settings, Transport


class Bursar(AllOperations):
    """A client of the API. Its attributes are the API's subjects, such as `payments` and `recipients`.

    `base_url` is the address of the service, with or without `/api/v1` (by default, `BURSAR_URL`); `token` is an API
    token (by default, `BURSAR_TOKEN`). `timeout` is in seconds, for each attempt; a request is sent at most
    `max_retries` times more. Pass an `httpx.Client` for proxies, certificates, and hooks. Threads may share a client.
    """

    def __init__(
        self,
        *,
        base_url: str | None = None,
        token: str | None = None,
        timeout: float = 30,
        max_retries: int = 4,
        http_client: httpx.Client | None = None,
    ) -> None:
        settings = Settings.read(base_url=base_url, token=token, timeout=timeout, max_retries=max_retries)
        self._transport = Transport(settings, http_client)
        super().__init__(self._transport)

    def pay_many(
        self,
        rows: Sequence[PaymentRow],
        *,
        journal: str | os.PathLike[str] | None = None,
        account_id: object = None,
        direct: bool = False,
        on_progress: Callable[[Progress], None] | None = None,
        stop: threading.Event | None = None,
        max_retries: int | None = None,
    ) -> PayManyResult:
        """Pays rows, one request after another, each with its own key. Call it again to continue a run that stopped.

        `journal` is a file that remembers the run; without one, a crash loses it. `account_id` pays rows that name no
        account. `direct` sends without approval; by default, each payment waits for approval. `on_progress` is called
        after each row; an error that it raises ends the run, which can be continued. Setting `stop` ends the run after
        the row that is being sent. A refused row is followed by a pause, which doubles with each further one; a row
        without an answer is sent again, `max_retries` times (8 by default), and if there is none, the run stops.

        Raises `RowsError` or `JournalError` before anything is sent, if a row cannot be paid or the journal belongs to
        another run.
        """
        return pay_many(
            self._transport,
            rows,
            journal=journal,
            account_id=account_id,
            direct=direct,
            on_progress=on_progress,
            stop=stop,
            max_retries=max_retries,
        )

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


class AsyncBursar(AsyncAllOperations):
    """`Bursar` for asyncio: the same operations and settings; each operation is awaited."""

    def __init__(
        self,
        *,
        base_url: str | None = None,
        token: str | None = None,
        timeout: float = 30,
        max_retries: int = 4,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        settings = Settings.read(base_url=base_url, token=token, timeout=timeout, max_retries=max_retries)
        self._transport = AsyncTransport(settings, http_client)
        super().__init__(self._transport)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()
