"""Operations of the tag statements, for both kinds of clients."""

import builtins
import datetime
from typing import Any
from uuid import UUID

from ...models.create_statement_request import CreateStatementRequest
from ...models.sort_order import SortOrder, check_sort_order
from ...models.statement import Statement
from ...models.statement_document import StatementDocument
from ...models.statement_kind import StatementKind, check_statement_kind
from ...models.statement_list import StatementList
from ...models.statement_summary import StatementSummary
from ...models.statement_summary_list import StatementSummaryList
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    create_statement,
    get_account_statement,
    get_account_statements,
    get_statement,
    get_statement_beancount,
    get_statement_camt_053,
    get_statement_csv,
    get_statement_hledger,
    get_statement_json,
    get_statement_ofx,
    get_statement_pdf,
    get_statement_qbo,
    get_statement_quick_books_csv,
    get_statement_xero_csv,
    list_statements,
)


class Statements:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_account_statements(
        self,
        account_id: UUID,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        start: datetime.date | Unset = UNSET,
        end: datetime.date | Unset = UNSET,
        kind: builtins.list[StatementKind] | Unset = UNSET,
    ) -> Page[StatementList, Statement]:
        """List an account's statements

        Statements whose period begins from `start` to `end`: by default, in the last three months; with one
        of the two, in the three months after or before it. An `end` in the future means today, and more
        than three months are refused.

        """
        return self._transport.page(
            get_account_statements.request,
            get_account_statements.parse,
            {
                "account_id": account_id,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "start": start,
                "end": end,
                "kind": kind,
            },
            items="statements",
        )

    def create(
        self,
        account_id: UUID,
        *,
        body: CreateStatementRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> StatementSummary:
        """Make a statement for any days

        Makes a statement for whole days that are over, in New York. The same days always give the same
        statement.

        """
        return self._transport.call(
            create_statement.request(
                account_id=account_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_statement.parse,
            key=create_statement.KEY,
        )

    def list_account_statement(
        self,
        account_id: UUID,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        start: datetime.date | Unset = UNSET,
        end: datetime.date | Unset = UNSET,
        kind: builtins.list[StatementKind] | Unset = UNSET,
    ) -> Page[StatementList, Statement]:
        """List an account's statements

        Statements whose period begins from `start` to `end`: by default, in the last three months; with one
        of the two, in the three months after or before it. An `end` in the future means today, and more
        than three months are refused. The same as `GET /account/{accountId}/statements`.

        """
        return self._transport.page(
            get_account_statement.request,
            get_account_statement.parse,
            {
                "account_id": account_id,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "start": start,
                "end": end,
                "kind": kind,
            },
            items="statements",
        )

    def get(
        self,
        account_id: UUID,
        statement_id: UUID,
    ) -> Statement:
        """Get a statement

        A statement of the account.

        """
        return self._transport.call(
            get_statement.request(
                account_id=account_id,
                statement_id=statement_id,
            ),
            get_statement.parse,
            key=get_statement.KEY,
        )

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        account_id: UUID | Unset = UNSET,
        start: datetime.date | Unset = UNSET,
        end: datetime.date | Unset = UNSET,
        kind: builtins.list[StatementKind] | Unset = UNSET,
    ) -> Page[StatementSummaryList, StatementSummary]:
        """List the statements of all accounts

        Figures of statements of every account and any time, the latest first by default.

        """
        return self._transport.page(
            list_statements.request,
            list_statements.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "account_id": account_id,
                "start": start,
                "end": end,
                "kind": kind,
            },
            items="statements",
        )

    def get_pdf(
        self,
        statement_id: UUID,
    ) -> bytes:
        """Download a statement as PDF

        A tagged PDF with the account number masked. The same statement always has the same bytes, unless a
        new version of the service changes the layout.

        """
        return self._transport.call(
            get_statement_pdf.request(
                statement_id=statement_id,
            ),
            get_statement_pdf.parse,
            key=get_statement_pdf.KEY,
        )

    def get_csv(
        self,
        statement_id: UUID,
    ) -> str:
        """Download a statement as CSV

        One line per transaction with the balance after it, in UTF-8 with a header line. Streamed: a
        connection that ends before the last chunk means that the file is incomplete. The same statement
        always has the same bytes for the same kind of caller; signed-in users get the account number
        masked.

        """
        return self._transport.call(
            get_statement_csv.request(
                statement_id=statement_id,
            ),
            get_statement_csv.parse,
            key=get_statement_csv.KEY,
        )

    def get_camt_053(
        self,
        statement_id: UUID,
    ) -> str:
        """Download a statement as camt.053

        ISO 20022 camt.053.001.08, for treasury and accounting software. Streamed: a connection that ends
        before the last chunk means that the file is incomplete. The same statement always has the same
        bytes for the same kind of caller; signed-in users get the account number masked.

        """
        return self._transport.call(
            get_statement_camt_053.request(
                statement_id=statement_id,
            ),
            get_statement_camt_053.parse,
            key=get_statement_camt_053.KEY,
        )

    def get_ofx(
        self,
        statement_id: UUID,
    ) -> str:
        """Download a statement as OFX

        OFX 2.2, for bookkeeping software. Texts are in ASCII: accents are removed, and what has no such
        form is a question mark. Streamed: a connection that ends before the last chunk means that the file
        is incomplete. The same statement always has the same bytes for the same kind of caller; signed-in
        users get the account number masked.

        """
        return self._transport.call(
            get_statement_ofx.request(
                statement_id=statement_id,
            ),
            get_statement_ofx.parse,
            key=get_statement_ofx.KEY,
        )

    def get_qbo(
        self,
        statement_id: UUID,
        *,
        intuit_bank_id: str | Unset = UNSET,
    ) -> str:
        """Download a statement as QBO

        QuickBooks Web Connect, for QuickBooks Desktop and Online. Texts are in ASCII, as in OFX. Streamed:
        a connection that ends before the last chunk means that the file is incomplete. The same statement
        always has the same bytes for the same kind of caller; signed-in users get the account number
        masked.

        """
        return self._transport.call(
            get_statement_qbo.request(
                statement_id=statement_id,
                intuit_bank_id=intuit_bank_id,
            ),
            get_statement_qbo.parse,
            key=get_statement_qbo.KEY,
        )

    def get_quick_books_csv(
        self,
        statement_id: UUID,
    ) -> str:
        """Download a statement as CSV for QuickBooks

        The three columns that QuickBooks Online imports: date (MM/DD/YYYY), description, and amount.
        Streamed: a connection that ends before the last chunk means that the file is incomplete. The same
        statement always has the same bytes for the same kind of caller; signed-in users get the account
        number masked.

        """
        return self._transport.call(
            get_statement_quick_books_csv.request(
                statement_id=statement_id,
            ),
            get_statement_quick_books_csv.parse,
            key=get_statement_quick_books_csv.KEY,
        )

    def get_xero_csv(
        self,
        statement_id: UUID,
    ) -> str:
        """Download a statement as CSV for Xero

        The columns of Xero's template for bank statements, with dates as MM/DD/YYYY. Streamed: a connection
        that ends before the last chunk means that the file is incomplete. The same statement always has the
        same bytes for the same kind of caller; signed-in users get the account number masked.

        """
        return self._transport.call(
            get_statement_xero_csv.request(
                statement_id=statement_id,
            ),
            get_statement_xero_csv.parse,
            key=get_statement_xero_csv.KEY,
        )

    def get_hledger(
        self,
        statement_id: UUID,
        *,
        opening_balance: bool | Unset = UNSET,
    ) -> str:
        """Download a statement as hledger journal

        A journal for hledger: one balanced entry for each line, and an assertion of the closing balance.
        Streamed: a connection that ends before the last chunk means that the file is incomplete. The same
        statement always has the same bytes for the same kind of caller; signed-in users get the account
        number masked.

        """
        return self._transport.call(
            get_statement_hledger.request(
                statement_id=statement_id,
                opening_balance=opening_balance,
            ),
            get_statement_hledger.parse,
            key=get_statement_hledger.KEY,
        )

    def get_beancount(
        self,
        statement_id: UUID,
        *,
        opening_balance: bool | Unset = UNSET,
    ) -> str:
        """Download a statement as Beancount journal

        A journal for Beancount: one balanced entry for each line, and an assertion of the closing balance.
        Streamed: a connection that ends before the last chunk means that the file is incomplete. The same
        statement always has the same bytes for the same kind of caller; signed-in users get the account
        number masked.

        """
        return self._transport.call(
            get_statement_beancount.request(
                statement_id=statement_id,
                opening_balance=opening_balance,
            ),
            get_statement_beancount.parse,
            key=get_statement_beancount.KEY,
        )

    def get_json(
        self,
        statement_id: UUID,
    ) -> StatementDocument:
        """Download a statement as JSON

        The figures of the statement and all of its lines, each with the balance after it. Streamed: a
        connection that ends before the last chunk means that the file is incomplete. The same statement
        always has the same bytes for the same kind of caller; signed-in users get the account number
        masked.

        """
        return self._transport.call(
            get_statement_json.request(
                statement_id=statement_id,
            ),
            get_statement_json.parse,
            key=get_statement_json.KEY,
        )


class AsyncStatements:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list_account_statements(
        self,
        account_id: UUID,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        start: datetime.date | Unset = UNSET,
        end: datetime.date | Unset = UNSET,
        kind: builtins.list[StatementKind] | Unset = UNSET,
    ) -> AsyncPage[StatementList, Statement]:
        """List an account's statements"""
        return await self._transport.page(
            get_account_statements.request,
            get_account_statements.parse,
            {
                "account_id": account_id,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "start": start,
                "end": end,
                "kind": kind,
            },
            items="statements",
        )

    async def create(
        self,
        account_id: UUID,
        *,
        body: CreateStatementRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> StatementSummary:
        """Make a statement for any days"""
        return await self._transport.call(
            create_statement.request(
                account_id=account_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_statement.parse,
            key=create_statement.KEY,
        )

    async def list_account_statement(
        self,
        account_id: UUID,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        start: datetime.date | Unset = UNSET,
        end: datetime.date | Unset = UNSET,
        kind: builtins.list[StatementKind] | Unset = UNSET,
    ) -> AsyncPage[StatementList, Statement]:
        """List an account's statements"""
        return await self._transport.page(
            get_account_statement.request,
            get_account_statement.parse,
            {
                "account_id": account_id,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "start": start,
                "end": end,
                "kind": kind,
            },
            items="statements",
        )

    async def get(
        self,
        account_id: UUID,
        statement_id: UUID,
    ) -> Statement:
        """Get a statement"""
        return await self._transport.call(
            get_statement.request(
                account_id=account_id,
                statement_id=statement_id,
            ),
            get_statement.parse,
            key=get_statement.KEY,
        )

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        account_id: UUID | Unset = UNSET,
        start: datetime.date | Unset = UNSET,
        end: datetime.date | Unset = UNSET,
        kind: builtins.list[StatementKind] | Unset = UNSET,
    ) -> AsyncPage[StatementSummaryList, StatementSummary]:
        """List the statements of all accounts"""
        return await self._transport.page(
            list_statements.request,
            list_statements.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "account_id": account_id,
                "start": start,
                "end": end,
                "kind": kind,
            },
            items="statements",
        )

    async def get_pdf(
        self,
        statement_id: UUID,
    ) -> bytes:
        """Download a statement as PDF"""
        return await self._transport.call(
            get_statement_pdf.request(
                statement_id=statement_id,
            ),
            get_statement_pdf.parse,
            key=get_statement_pdf.KEY,
        )

    async def get_csv(
        self,
        statement_id: UUID,
    ) -> str:
        """Download a statement as CSV"""
        return await self._transport.call(
            get_statement_csv.request(
                statement_id=statement_id,
            ),
            get_statement_csv.parse,
            key=get_statement_csv.KEY,
        )

    async def get_camt_053(
        self,
        statement_id: UUID,
    ) -> str:
        """Download a statement as camt.053"""
        return await self._transport.call(
            get_statement_camt_053.request(
                statement_id=statement_id,
            ),
            get_statement_camt_053.parse,
            key=get_statement_camt_053.KEY,
        )

    async def get_ofx(
        self,
        statement_id: UUID,
    ) -> str:
        """Download a statement as OFX"""
        return await self._transport.call(
            get_statement_ofx.request(
                statement_id=statement_id,
            ),
            get_statement_ofx.parse,
            key=get_statement_ofx.KEY,
        )

    async def get_qbo(
        self,
        statement_id: UUID,
        *,
        intuit_bank_id: str | Unset = UNSET,
    ) -> str:
        """Download a statement as QBO"""
        return await self._transport.call(
            get_statement_qbo.request(
                statement_id=statement_id,
                intuit_bank_id=intuit_bank_id,
            ),
            get_statement_qbo.parse,
            key=get_statement_qbo.KEY,
        )

    async def get_quick_books_csv(
        self,
        statement_id: UUID,
    ) -> str:
        """Download a statement as CSV for QuickBooks"""
        return await self._transport.call(
            get_statement_quick_books_csv.request(
                statement_id=statement_id,
            ),
            get_statement_quick_books_csv.parse,
            key=get_statement_quick_books_csv.KEY,
        )

    async def get_xero_csv(
        self,
        statement_id: UUID,
    ) -> str:
        """Download a statement as CSV for Xero"""
        return await self._transport.call(
            get_statement_xero_csv.request(
                statement_id=statement_id,
            ),
            get_statement_xero_csv.parse,
            key=get_statement_xero_csv.KEY,
        )

    async def get_hledger(
        self,
        statement_id: UUID,
        *,
        opening_balance: bool | Unset = UNSET,
    ) -> str:
        """Download a statement as hledger journal"""
        return await self._transport.call(
            get_statement_hledger.request(
                statement_id=statement_id,
                opening_balance=opening_balance,
            ),
            get_statement_hledger.parse,
            key=get_statement_hledger.KEY,
        )

    async def get_beancount(
        self,
        statement_id: UUID,
        *,
        opening_balance: bool | Unset = UNSET,
    ) -> str:
        """Download a statement as Beancount journal"""
        return await self._transport.call(
            get_statement_beancount.request(
                statement_id=statement_id,
                opening_balance=opening_balance,
            ),
            get_statement_beancount.parse,
            key=get_statement_beancount.KEY,
        )

    async def get_json(
        self,
        statement_id: UUID,
    ) -> StatementDocument:
        """Download a statement as JSON"""
        return await self._transport.call(
            get_statement_json.request(
                statement_id=statement_id,
            ),
            get_statement_json.parse,
            key=get_statement_json.KEY,
        )
