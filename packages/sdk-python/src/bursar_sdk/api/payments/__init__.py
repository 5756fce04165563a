"""Operations of the tag payments, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.idempotency_key_request import IdempotencyKeyRequest
from ...models.send_money_preview import SendMoneyPreview
from ...models.send_money_request import SendMoneyRequest
from ...models.transaction import Transaction
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    cancel_transaction,
    create_transaction,
    preview_transaction,
)


class Payments:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_transaction(
        self,
        account_id: UUID,
        *,
        body: SendMoneyRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Transaction:
        """Send a payment

        Pays a saved recipient immediately: the amount is held, the payment is submitted to the bank at the
        next cut-off and becomes `sent` (or `failed`, `blocked`) when the bank answers. Requires a token
        whose allowlist includes the caller's address. Repeating the idempotency key returns the first
        response with `Idempotent-Replayed: true` and pays nothing. The same recipient, account, amount, and
        method within the duplicate guard's hours (24 by default) is rejected even with another key.
        Approval rules do not apply, except those for direct send, which reject what they require to be
        approved (`approvalRequired`).

        """
        return self._transport.call(
            create_transaction.request(
                account_id=account_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_transaction.parse,
            key=create_transaction.KEY,
        )

    def preview_transaction(
        self,
        account_id: UUID,
        *,
        body: SendMoneyRequest,
    ) -> SendMoneyPreview:
        """Preview a payment

        Sends and writes nothing: the response says what would happen, and for which reasons the payment
        would be rejected. Takes the body of POST /account/{accountId}/transactions, whose `idempotencyKey`
        is not used here.

        """
        return self._transport.call(
            preview_transaction.request(
                account_id=account_id,
                body=body,
            ),
            preview_transaction.parse,
            key=preview_transaction.KEY,
        )

    def cancel_transaction(
        self,
        transaction_id: UUID,
        *,
        body: IdempotencyKeyRequest | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Transaction:
        """Cancel a payment

        Moves a `pending` payment that was not submitted to the bank yet to `cancelled` and releases the
        held amount. Rejected once it was submitted.

        """
        return self._transport.call(
            cancel_transaction.request(
                transaction_id=transaction_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            cancel_transaction.parse,
            key=cancel_transaction.KEY,
        )


class AsyncPayments:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create_transaction(
        self,
        account_id: UUID,
        *,
        body: SendMoneyRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Transaction:
        """Send a payment"""
        return await self._transport.call(
            create_transaction.request(
                account_id=account_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_transaction.parse,
            key=create_transaction.KEY,
        )

    async def preview_transaction(
        self,
        account_id: UUID,
        *,
        body: SendMoneyRequest,
    ) -> SendMoneyPreview:
        """Preview a payment"""
        return await self._transport.call(
            preview_transaction.request(
                account_id=account_id,
                body=body,
            ),
            preview_transaction.parse,
            key=preview_transaction.KEY,
        )

    async def cancel_transaction(
        self,
        transaction_id: UUID,
        *,
        body: IdempotencyKeyRequest | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Transaction:
        """Cancel a payment"""
        return await self._transport.call(
            cancel_transaction.request(
                transaction_id=transaction_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            cancel_transaction.parse,
            key=cancel_transaction.KEY,
        )
