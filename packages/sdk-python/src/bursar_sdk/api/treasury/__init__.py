"""Operations of the tag treasury, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.sort_order import SortOrder, check_sort_order
from ...models.treasury_account import TreasuryAccount
from ...models.treasury_account_list import TreasuryAccountList
from ...models.treasury_document_type import TreasuryDocumentType, check_treasury_document_type
from ...models.treasury_overview import TreasuryOverview
from ...models.treasury_statement import TreasuryStatement
from ...models.treasury_statement_list import TreasuryStatementList
from ...models.treasury_transaction_list import TreasuryTransactionList
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    get_treasury,
    get_treasury_overview,
    get_treasury_statement_pdf,
    get_treasury_statements,
    get_treasury_transactions,
)


class Treasury:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
    ) -> Page[TreasuryAccountList, TreasuryAccount]:
        """List treasury accounts

        Treasury accounts with their balances and monthly returns, in the order in which they were opened.

        """
        return self._transport.page(
            get_treasury.request,
            get_treasury.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
            },
            items="accounts",
        )

    def list_transactions(
        self,
        treasury_id: UUID,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        cursor: int | Unset = UNSET,
    ) -> TreasuryTransactionList:
        """List treasury transactions

        Deposits, withdrawals, sweeps, trades, dividends, and fees of a treasury account. Pages stay stable
        while transactions are added.

        """
        return self._transport.call(
            get_treasury_transactions.request(
                treasury_id=treasury_id,
                limit=limit,
                order=order,
                cursor=cursor,
            ),
            get_treasury_transactions.parse,
            key=get_treasury_transactions.KEY,
        )

    def get_overview(
        self,
        treasury_id: UUID,
    ) -> TreasuryOverview:
        """Get a treasury account's overview

        Cash and shares, income, the sweep, open orders, and the last year by day.

        """
        return self._transport.call(
            get_treasury_overview.request(
                treasury_id=treasury_id,
            ),
            get_treasury_overview.parse,
            key=get_treasury_overview.KEY,
        )

    def list_statements(
        self,
        treasury_id: UUID,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        document_type: TreasuryDocumentType | Unset = UNSET,
    ) -> Page[TreasuryStatementList, TreasuryStatement]:
        """List treasury statements

        Monthly statements, trade confirmations, and documents of the custodian, in order of issue.

        """
        return self._transport.page(
            get_treasury_statements.request,
            get_treasury_statements.parse,
            {
                "treasury_id": treasury_id,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "document_type": document_type,
            },
            items="statements",
        )

    def get_statement_pdf(
        self,
        treasury_id: UUID,
        treasury_statement_id: UUID,
    ) -> bytes:
        """Download a treasury statement

        As a PDF file, always the same.

        """
        return self._transport.call(
            get_treasury_statement_pdf.request(
                treasury_id=treasury_id,
                treasury_statement_id=treasury_statement_id,
            ),
            get_treasury_statement_pdf.parse,
            key=get_treasury_statement_pdf.KEY,
        )


class AsyncTreasury:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
    ) -> AsyncPage[TreasuryAccountList, TreasuryAccount]:
        """List treasury accounts"""
        return await self._transport.page(
            get_treasury.request,
            get_treasury.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
            },
            items="accounts",
        )

    async def list_transactions(
        self,
        treasury_id: UUID,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        cursor: int | Unset = UNSET,
    ) -> TreasuryTransactionList:
        """List treasury transactions"""
        return await self._transport.call(
            get_treasury_transactions.request(
                treasury_id=treasury_id,
                limit=limit,
                order=order,
                cursor=cursor,
            ),
            get_treasury_transactions.parse,
            key=get_treasury_transactions.KEY,
        )

    async def get_overview(
        self,
        treasury_id: UUID,
    ) -> TreasuryOverview:
        """Get a treasury account's overview"""
        return await self._transport.call(
            get_treasury_overview.request(
                treasury_id=treasury_id,
            ),
            get_treasury_overview.parse,
            key=get_treasury_overview.KEY,
        )

    async def list_statements(
        self,
        treasury_id: UUID,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        document_type: TreasuryDocumentType | Unset = UNSET,
    ) -> AsyncPage[TreasuryStatementList, TreasuryStatement]:
        """List treasury statements"""
        return await self._transport.page(
            get_treasury_statements.request,
            get_treasury_statements.parse,
            {
                "treasury_id": treasury_id,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "document_type": document_type,
            },
            items="statements",
        )

    async def get_statement_pdf(
        self,
        treasury_id: UUID,
        treasury_statement_id: UUID,
    ) -> bytes:
        """Download a treasury statement"""
        return await self._transport.call(
            get_treasury_statement_pdf.request(
                treasury_id=treasury_id,
                treasury_statement_id=treasury_statement_id,
            ),
            get_treasury_statement_pdf.parse,
            key=get_treasury_statement_pdf.KEY,
        )
