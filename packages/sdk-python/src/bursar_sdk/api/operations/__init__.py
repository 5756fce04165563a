"""Operations of the tag operations, for both kinds of clients."""

import builtins
from typing import Any

from ...models.health import Health
from ...models.readiness import Readiness
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from . import (
    health,
    metrics,
    readiness,
)


class Operations:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def health(
        self,
    ) -> Health:
        """Check liveness

        Returns 200 as long as the process responds at all. Restart it if this fails.

        """
        return self._transport.call(
            health.request(),
            health.parse,
            key=health.KEY,
        )

    def readiness(
        self,
    ) -> Readiness:
        """Check readiness

        200 if the database responds, the schema is the one that this version needs, and no ledger account
        is in doubt; otherwise 503 with the reasons. Send requests elsewhere while this fails.

        """
        return self._transport.call(
            readiness.request(),
            readiness.parse,
            key=readiness.KEY,
        )

    def metrics(
        self,
    ) -> str:
        """Metrics for Prometheus

        Requests, payments, webhooks, background work, and the process itself, in the Prometheus text
        format.

        """
        return self._transport.call(
            metrics.request(),
            metrics.parse,
            key=metrics.KEY,
        )


class AsyncOperations:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def health(
        self,
    ) -> Health:
        """Check liveness"""
        return await self._transport.call(
            health.request(),
            health.parse,
            key=health.KEY,
        )

    async def readiness(
        self,
    ) -> Readiness:
        """Check readiness"""
        return await self._transport.call(
            readiness.request(),
            readiness.parse,
            key=readiness.KEY,
        )

    async def metrics(
        self,
    ) -> str:
        """Metrics for Prometheus"""
        return await self._transport.call(
            metrics.request(),
            metrics.parse,
            key=metrics.KEY,
        )
