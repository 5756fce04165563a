"""Operations of the tag operations, for both kinds of clients."""

import builtins
from typing import Any

from ...models.health import Health
from ...models.readiness import Readiness
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from . import (
    get_health,
    get_metrics,
    get_readiness,
)


class Operations:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_health(
        self,
    ) -> Health:
        """Check liveness

        Returns 200 as long as the process responds at all. Restart it if this fails.

        """
        return self._transport.call(
            get_health.request(),
            get_health.parse,
            key=get_health.KEY,
        )

    def get_readiness(
        self,
    ) -> Readiness:
        """Check readiness

        200 if the database responds, the schema is the one that this version needs, and no ledger account
        is in doubt; otherwise 503 with the reasons. Send requests elsewhere while this fails.

        """
        return self._transport.call(
            get_readiness.request(),
            get_readiness.parse,
            key=get_readiness.KEY,
        )

    def get_metrics(
        self,
    ) -> str:
        """Metrics for Prometheus

        Requests, payments, webhooks, background work, and the process itself, in the Prometheus text
        format.

        """
        return self._transport.call(
            get_metrics.request(),
            get_metrics.parse,
            key=get_metrics.KEY,
        )


class AsyncOperations:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_health(
        self,
    ) -> Health:
        """Check liveness"""
        return await self._transport.call(
            get_health.request(),
            get_health.parse,
            key=get_health.KEY,
        )

    async def get_readiness(
        self,
    ) -> Readiness:
        """Check readiness"""
        return await self._transport.call(
            get_readiness.request(),
            get_readiness.parse,
            key=get_readiness.KEY,
        )

    async def get_metrics(
        self,
    ) -> str:
        """Metrics for Prometheus"""
        return await self._transport.call(
            get_metrics.request(),
            get_metrics.parse,
            key=get_metrics.KEY,
        )
