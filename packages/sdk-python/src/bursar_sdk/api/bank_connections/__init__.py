"""Operations of the tag bank_connections, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.bank_connection_list import BankConnectionList
from ...models.bank_connection_test import BankConnectionTest
from ...models.idempotency_key_request import IdempotencyKeyRequest
from ...models.penny_test import PennyTest
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    get_bank_connections,
    get_penny_test,
    test_bank_connection,
)


class BankConnections:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_penny_test(
        self,
        bank_connection_id: UUID,
    ) -> PennyTest:
        """Follow a penny test

        Pay $0.01 like any other payment, to an account of your own at another bank.

        """
        return self._transport.call(
            get_penny_test.request(
                bank_connection_id=bank_connection_id,
            ),
            get_penny_test.parse,
            key=get_penny_test.KEY,
        )

    def list(
        self,
    ) -> BankConnectionList:
        """List bank connections

        In order of creation, without removed ones and without secrets.

        """
        return self._transport.call(
            get_bank_connections.request(),
            get_bank_connections.parse,
            key=get_bank_connections.KEY,
        )

    def test(
        self,
        bank_connection_id: UUID,
        *,
        body: IdempotencyKeyRequest | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> BankConnectionTest:
        """Test a bank connection

        Connects to the bank, checks its host key, signs in, and lists both directories, for up to 45 s.
        Sends and changes nothing there. Also 200 if a step fails. A repeated key gets the first response.

        """
        return self._transport.call(
            test_bank_connection.request(
                bank_connection_id=bank_connection_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            test_bank_connection.parse,
            key=test_bank_connection.KEY,
        )


class AsyncBankConnections:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_penny_test(
        self,
        bank_connection_id: UUID,
    ) -> PennyTest:
        """Follow a penny test"""
        return await self._transport.call(
            get_penny_test.request(
                bank_connection_id=bank_connection_id,
            ),
            get_penny_test.parse,
            key=get_penny_test.KEY,
        )

    async def list(
        self,
    ) -> BankConnectionList:
        """List bank connections"""
        return await self._transport.call(
            get_bank_connections.request(),
            get_bank_connections.parse,
            key=get_bank_connections.KEY,
        )

    async def test(
        self,
        bank_connection_id: UUID,
        *,
        body: IdempotencyKeyRequest | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> BankConnectionTest:
        """Test a bank connection"""
        return await self._transport.call(
            test_bank_connection.request(
                bank_connection_id=bank_connection_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            test_bank_connection.parse,
            key=test_bank_connection.KEY,
        )
