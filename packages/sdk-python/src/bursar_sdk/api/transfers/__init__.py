"""Operations of the tag transfers, for both kinds of clients."""

import builtins
from typing import Any

from ...models.transfer import Transfer
from ...models.transfer_request import TransferRequest
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    create_internal_transfer,
)


class Transfers:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_internal_transfer(
        self,
        *,
        body: TransferRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Transfer:
        """Transfer between accounts

        Moves money immediately: two transactions, both `sent`, created together or not at all. At or above
        the amount set by the organization (`approvalStepUpFrom`), a user must reauthenticate (POST
        /session/step-up). `treasuryTransfer` if a treasury account is involved.

        """
        return self._transport.call(
            create_internal_transfer.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_internal_transfer.parse,
            key=create_internal_transfer.KEY,
        )


class AsyncTransfers:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_internal_transfer(
        self,
        *,
        body: TransferRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Transfer:
        """Transfer between accounts"""
        return await self._transport.call(
            create_internal_transfer.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_internal_transfer.parse,
            key=create_internal_transfer.KEY,
        )
