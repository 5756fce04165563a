"""Operations of the tag transactions, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.account_transaction_list import AccountTransactionList
from ...models.attachment import Attachment
from ...models.attachment_list import AttachmentList
from ...models.categorize_transactions_request import CategorizeTransactionsRequest
from ...models.categorized_transactions import CategorizedTransactions
from ...models.export_transactions_categorized import (
    ExportTransactionsCategorized,
    check_export_transactions_categorized,
)
from ...models.list_account_transactions_categorized import (
    ListAccountTransactionsCategorized,
    check_list_account_transactions_categorized,
)
from ...models.list_transactions_categorized import ListTransactionsCategorized, check_list_transactions_categorized
from ...models.mercury_category import MercuryCategory, check_mercury_category
from ...models.money_direction import MoneyDirection, check_money_direction
from ...models.payment_method import PaymentMethod, check_payment_method
from ...models.payment_undo import PaymentUndo
from ...models.payment_undo_list import PaymentUndoList
from ...models.payment_undo_options import PaymentUndoOptions
from ...models.request_payment_undo_request import RequestPaymentUndoRequest
from ...models.sort_order import SortOrder, check_sort_order
from ...models.spending import Spending
from ...models.transaction import Transaction
from ...models.transaction_kind import TransactionKind, check_transaction_kind
from ...models.transaction_list import TransactionList
from ...models.transaction_status import TransactionStatus, check_transaction_status
from ...models.transaction_timeline import TransactionTimeline
from ...models.update_transaction_request import UpdateTransactionRequest
from ...models.upload_document_request import UploadDocumentRequest
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    categorize_transactions,
    delete_transaction_attachment,
    export_spending,
    export_transactions,
    get_payment_confirmation,
    get_payment_undo_options,
    get_remittance_advice,
    get_spending,
    get_transaction,
    get_transaction_by_id,
    get_transaction_timeline,
    list_account_transactions,
    list_payment_undos,
    list_transaction_attachments,
    list_transactions,
    request_payment_undo,
    update_transaction,
    upload_transaction_attachment,
    upload_transaction_attachment_alias,
)


class Transactions:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_account_transactions(
        self,
        account_id: UUID,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        start: str | Unset = UNSET,
        end: str | Unset = UNSET,
        status: builtins.list[TransactionStatus] | Unset = UNSET,
        search: str | Unset = UNSET,
        request_id: UUID | Unset = UNSET,
        mercury_category: MercuryCategory | Unset = UNSET,
        category_id: UUID | Unset = UNSET,
        categorized: ListAccountTransactionsCategorized | Unset = UNSET,
        spending: MoneyDirection | Unset = UNSET,
        kind: builtins.list[TransactionKind] | Unset = UNSET,
        payment_method: builtins.list[PaymentMethod] | Unset = UNSET,
        counterparty_id: UUID | Unset = UNSET,
        amount_min: float | Unset = UNSET,
        amount_max: float | Unset = UNSET,
    ) -> Page[AccountTransactionList, Transaction]:
        """List the transactions of one account

        Newest first by default. Pages by `offset` with the `total` of all matching rows, or by cursor (then
        `page` is given too). Without `start`, `requestId` or a cursor, the 30 days up to today, or up to
        `end`.

        """
        return self._transport.page(
            list_account_transactions.request,
            list_account_transactions.parse,
            {
                "account_id": account_id,
                "limit": limit,
                "offset": offset,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "start": start,
                "end": end,
                "status": status,
                "search": search,
                "request_id": request_id,
                "mercury_category": mercury_category,
                "category_id": category_id,
                "categorized": categorized,
                "spending": spending,
                "kind": kind,
                "payment_method": payment_method,
                "counterparty_id": counterparty_id,
                "amount_min": amount_min,
                "amount_max": amount_max,
            },
            items="transactions",
        )

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        start_at: UUID | Unset = UNSET,
        start: str | Unset = UNSET,
        end: str | Unset = UNSET,
        status: builtins.list[TransactionStatus] | Unset = UNSET,
        search: str | Unset = UNSET,
        request_id: UUID | Unset = UNSET,
        mercury_category: MercuryCategory | Unset = UNSET,
        category_id: UUID | Unset = UNSET,
        categorized: ListTransactionsCategorized | Unset = UNSET,
        spending: MoneyDirection | Unset = UNSET,
        kind: builtins.list[TransactionKind] | Unset = UNSET,
        payment_method: builtins.list[PaymentMethod] | Unset = UNSET,
        counterparty_id: UUID | Unset = UNSET,
        amount_min: float | Unset = UNSET,
        amount_max: float | Unset = UNSET,
        account_id: builtins.list[UUID] | Unset = UNSET,
        card_id: builtins.list[str] | Unset = UNSET,
        posted_start: str | Unset = UNSET,
        posted_end: str | Unset = UNSET,
    ) -> Page[TransactionList, Transaction]:
        """List the transactions of all accounts

        Cursor pages in order of creation, oldest first by default. Pages stay stable while transactions
        arrive.

        """
        return self._transport.page(
            list_transactions.request,
            list_transactions.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "start_at": start_at,
                "start": start,
                "end": end,
                "status": status,
                "search": search,
                "request_id": request_id,
                "mercury_category": mercury_category,
                "category_id": category_id,
                "categorized": categorized,
                "spending": spending,
                "kind": kind,
                "payment_method": payment_method,
                "counterparty_id": counterparty_id,
                "amount_min": amount_min,
                "amount_max": amount_max,
                "account_id": account_id,
                "card_id": card_id,
                "posted_start": posted_start,
                "posted_end": posted_end,
            },
            items="transactions",
        )

    def get(
        self,
        transaction_id: UUID,
    ) -> Transaction:
        """Get a transaction

        One transaction of any account of the organization.

        """
        return self._transport.call(
            get_transaction_by_id.request(
                transaction_id=transaction_id,
            ),
            get_transaction_by_id.parse,
            key=get_transaction_by_id.KEY,
        )

    def update(
        self,
        transaction_id: UUID,
        *,
        body: UpdateTransactionRequest,
    ) -> Transaction:
        """Edit the note or category of a transaction

        Omitted members keep their values, null clears. Emits `transaction.updated` if something changed.

        """
        return self._transport.call(
            update_transaction.request(
                transaction_id=transaction_id,
                body=body,
            ),
            update_transaction.parse,
            key=update_transaction.KEY,
        )

    def get_transaction(
        self,
        account_id: UUID,
        transaction_id: UUID,
    ) -> Transaction:
        """Get a transaction of an account

        One transaction of this account.

        """
        return self._transport.call(
            get_transaction.request(
                account_id=account_id,
                transaction_id=transaction_id,
            ),
            get_transaction.parse,
            key=get_transaction.KEY,
        )

    def list_attachments(
        self,
        transaction_id: UUID,
    ) -> AttachmentList:
        """List the files of a transaction

        In the order in which they were attached; at most 100.

        """
        return self._transport.call(
            list_transaction_attachments.request(
                transaction_id=transaction_id,
            ),
            list_transaction_attachments.parse,
            key=list_transaction_attachments.KEY,
        )

    def upload_attachment(
        self,
        transaction_id: UUID,
        *,
        body: UploadDocumentRequest,
    ) -> Attachment:
        """Attach a file to a transaction

        For receipts, bills, and other documents. The file is inspected: its content decides its type, and
        files that could be harmful are rejected. Images lose their metadata, such as the location. It is
        stored encrypted.

        """
        return self._transport.call(
            upload_transaction_attachment.request(
                transaction_id=transaction_id,
                body=body,
            ),
            upload_transaction_attachment.parse,
            key=upload_transaction_attachment.KEY,
        )

    def upload_attachment_alias(
        self,
        transaction_id: UUID,
        *,
        body: UploadDocumentRequest,
    ) -> Attachment:
        """Attach a file to a transaction

        For receipts, bills, and other documents. The file is inspected: its content decides its type, and
        files that could be harmful are rejected. Images lose their metadata, such as the location. It is
        stored encrypted. The same as the path in the plural, for clients that use this one.

        """
        return self._transport.call(
            upload_transaction_attachment_alias.request(
                transaction_id=transaction_id,
                body=body,
            ),
            upload_transaction_attachment_alias.parse,
            key=upload_transaction_attachment_alias.KEY,
        )

    def delete_attachment(
        self,
        transaction_id: UUID,
        attachment_id: UUID,
    ) -> None:
        """Delete a file of a transaction

        It is no longer shown, its links stop working, and its content is deleted from the store.

        """
        return self._transport.call(
            delete_transaction_attachment.request(
                transaction_id=transaction_id,
                attachment_id=attachment_id,
            ),
            delete_transaction_attachment.parse,
            key=delete_transaction_attachment.KEY,
        )

    def export(
        self,
        *,
        order: SortOrder | Unset = UNSET,
        start: str | Unset = UNSET,
        end: str | Unset = UNSET,
        status: builtins.list[TransactionStatus] | Unset = UNSET,
        search: str | Unset = UNSET,
        request_id: UUID | Unset = UNSET,
        mercury_category: MercuryCategory | Unset = UNSET,
        category_id: UUID | Unset = UNSET,
        categorized: ExportTransactionsCategorized | Unset = UNSET,
        spending: MoneyDirection | Unset = UNSET,
        kind: builtins.list[TransactionKind] | Unset = UNSET,
        payment_method: builtins.list[PaymentMethod] | Unset = UNSET,
        counterparty_id: UUID | Unset = UNSET,
        amount_min: float | Unset = UNSET,
        amount_max: float | Unset = UNSET,
        account_id: builtins.list[UUID] | Unset = UNSET,
        card_id: builtins.list[str] | Unset = UNSET,
        posted_start: str | Unset = UNSET,
        posted_end: str | Unset = UNSET,
    ) -> str:
        """Export transactions as CSV

        Every matching transaction, with the filters of `GET /transactions`, oldest first unless `order`
        says otherwise. Streamed, however many there are; a connection that ends before the last chunk means
        that the file is incomplete.

        """
        return self._transport.call(
            export_transactions.request(
                order=order,
                start=start,
                end=end,
                status=status,
                search=search,
                request_id=request_id,
                mercury_category=mercury_category,
                category_id=category_id,
                categorized=categorized,
                spending=spending,
                kind=kind,
                payment_method=payment_method,
                counterparty_id=counterparty_id,
                amount_min=amount_min,
                amount_max=amount_max,
                account_id=account_id,
                card_id=card_id,
                posted_start=posted_start,
                posted_end=posted_end,
            ),
            export_transactions.parse,
            key=export_transactions.KEY,
        )

    def get_payment_undo_options(
        self,
        transaction_id: UUID,
    ) -> PaymentUndoOptions:
        """Get whether the bank can undo a payment

        Whether and until when the payment can be reversed (ACH) or recalled (wires and real-time payments),
        why not, and what was requested before.

        """
        return self._transport.call(
            get_payment_undo_options.request(
                transaction_id=transaction_id,
            ),
            get_payment_undo_options.parse,
            key=get_payment_undo_options.KEY,
        )

    def request_payment_undo(
        self,
        transaction_id: UUID,
        *,
        body: RequestPaymentUndoRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> PaymentUndo:
        """Request that the bank undoes a payment

        Requests the reversal of an ACH payment, within five banking days of its settlement, or the recall
        of a wire or real-time payment. Users approve it by the rule of a payment of the same amount; tokens
        cannot. The money is back only when the payment is `reversed`: a recipient's bank may refuse. Follow
        it with GET /transaction/{transactionId}/undo.

        """
        return self._transport.call(
            request_payment_undo.request(
                transaction_id=transaction_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            request_payment_undo.parse,
            key=request_payment_undo.KEY,
        )

    def list_payment_undos(
        self,
    ) -> PaymentUndoList:
        """List reversals and recalls that wait for approval

        The oldest first.

        """
        return self._transport.call(
            list_payment_undos.request(),
            list_payment_undos.parse,
            key=list_payment_undos.KEY,
        )

    def get_timeline(
        self,
        transaction_id: UUID,
    ) -> TransactionTimeline:
        """Get a transaction's timeline

        The request and its reviews, creation, submission, the bank's answers, edits, and webhooks, oldest
        first; and what the caller may do with the transaction now.

        """
        return self._transport.call(
            get_transaction_timeline.request(
                transaction_id=transaction_id,
            ),
            get_transaction_timeline.parse,
            key=get_transaction_timeline.KEY,
        )

    def get_payment_confirmation(
        self,
        transaction_id: UUID,
    ) -> bytes:
        """Download a payment confirmation as PDF

        Amount, recipient, method, references, dates, and status history of a payment. Only a payment that
        the bank confirmed gets a confirmation: of any other, the document is titled "Payment record" and
        says first that it failed, was returned, or is not confirmed. A tagged PDF with account numbers
        masked and without the internal note. The same payment in the same state gives the same bytes,
        unless the organization's name or address or the layout changes.

        """
        return self._transport.call(
            get_payment_confirmation.request(
                transaction_id=transaction_id,
            ),
            get_payment_confirmation.parse,
            key=get_payment_confirmation.KEY,
        )

    def get_remittance_advice(
        self,
        transaction_id: UUID,
    ) -> bytes:
        """Download a remittance advice as PDF

        Tells the recipient who pays what, when, and for which memo or invoice, with the names of the
        attached files; of a pending or sent payment. A tagged PDF with account numbers masked and without
        the internal note. The same payment in the same state gives the same bytes, unless the
        organization's name or address or the layout changes.

        """
        return self._transport.call(
            get_remittance_advice.request(
                transaction_id=transaction_id,
            ),
            get_remittance_advice.parse,
            key=get_remittance_advice.KEY,
        )

    def categorize(
        self,
        *,
        body: CategorizeTransactionsRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategorizedTransactions:
        """Set the category of several transactions

        Sets or clears the category of all of them, or of none if one does not exist. Category rules then
        leave these transactions alone.

        """
        return self._transport.call(
            categorize_transactions.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            categorize_transactions.parse,
            key=categorize_transactions.KEY,
        )

    def get_spending(
        self,
        *,
        start: str | Unset = UNSET,
        end: str | Unset = UNSET,
        account_id: builtins.list[UUID] | Unset = UNSET,
        direction: MoneyDirection | Unset = UNSET,
    ) -> Spending:
        """Get spending by month and category

        Counts transactions by the month in New York in which they were created: pending and sent ones of
        all kinds, except transfers between own accounts. A payment that failed, was blocked, was cancelled,
        or was returned counts for nothing. `GET /transactions` with the parameter `spending` lists the same
        transactions.

        """
        return self._transport.call(
            get_spending.request(
                start=start,
                end=end,
                account_id=account_id,
                direction=direction,
            ),
            get_spending.parse,
            key=get_spending.KEY,
        )

    def export_spending(
        self,
        *,
        start: str | Unset = UNSET,
        end: str | Unset = UNSET,
        account_id: builtins.list[UUID] | Unset = UNSET,
        direction: MoneyDirection | Unset = UNSET,
    ) -> str:
        """Export spending as CSV

        A line per category with a column per month, and a line with the totals. Counts transactions by the
        month in New York in which they were created: pending and sent ones of all kinds, except transfers
        between own accounts. A payment that failed, was blocked, was cancelled, or was returned counts for
        nothing. `GET /transactions` with the parameter `spending` lists the same transactions.

        """
        return self._transport.call(
            export_spending.request(
                start=start,
                end=end,
                account_id=account_id,
                direction=direction,
            ),
            export_spending.parse,
            key=export_spending.KEY,
        )


class AsyncTransactions:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list_account_transactions(
        self,
        account_id: UUID,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        start: str | Unset = UNSET,
        end: str | Unset = UNSET,
        status: builtins.list[TransactionStatus] | Unset = UNSET,
        search: str | Unset = UNSET,
        request_id: UUID | Unset = UNSET,
        mercury_category: MercuryCategory | Unset = UNSET,
        category_id: UUID | Unset = UNSET,
        categorized: ListAccountTransactionsCategorized | Unset = UNSET,
        spending: MoneyDirection | Unset = UNSET,
        kind: builtins.list[TransactionKind] | Unset = UNSET,
        payment_method: builtins.list[PaymentMethod] | Unset = UNSET,
        counterparty_id: UUID | Unset = UNSET,
        amount_min: float | Unset = UNSET,
        amount_max: float | Unset = UNSET,
    ) -> AsyncPage[AccountTransactionList, Transaction]:
        """List the transactions of one account"""
        return await self._transport.page(
            list_account_transactions.request,
            list_account_transactions.parse,
            {
                "account_id": account_id,
                "limit": limit,
                "offset": offset,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "start": start,
                "end": end,
                "status": status,
                "search": search,
                "request_id": request_id,
                "mercury_category": mercury_category,
                "category_id": category_id,
                "categorized": categorized,
                "spending": spending,
                "kind": kind,
                "payment_method": payment_method,
                "counterparty_id": counterparty_id,
                "amount_min": amount_min,
                "amount_max": amount_max,
            },
            items="transactions",
        )

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        start_at: UUID | Unset = UNSET,
        start: str | Unset = UNSET,
        end: str | Unset = UNSET,
        status: builtins.list[TransactionStatus] | Unset = UNSET,
        search: str | Unset = UNSET,
        request_id: UUID | Unset = UNSET,
        mercury_category: MercuryCategory | Unset = UNSET,
        category_id: UUID | Unset = UNSET,
        categorized: ListTransactionsCategorized | Unset = UNSET,
        spending: MoneyDirection | Unset = UNSET,
        kind: builtins.list[TransactionKind] | Unset = UNSET,
        payment_method: builtins.list[PaymentMethod] | Unset = UNSET,
        counterparty_id: UUID | Unset = UNSET,
        amount_min: float | Unset = UNSET,
        amount_max: float | Unset = UNSET,
        account_id: builtins.list[UUID] | Unset = UNSET,
        card_id: builtins.list[str] | Unset = UNSET,
        posted_start: str | Unset = UNSET,
        posted_end: str | Unset = UNSET,
    ) -> AsyncPage[TransactionList, Transaction]:
        """List the transactions of all accounts"""
        return await self._transport.page(
            list_transactions.request,
            list_transactions.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "start_at": start_at,
                "start": start,
                "end": end,
                "status": status,
                "search": search,
                "request_id": request_id,
                "mercury_category": mercury_category,
                "category_id": category_id,
                "categorized": categorized,
                "spending": spending,
                "kind": kind,
                "payment_method": payment_method,
                "counterparty_id": counterparty_id,
                "amount_min": amount_min,
                "amount_max": amount_max,
                "account_id": account_id,
                "card_id": card_id,
                "posted_start": posted_start,
                "posted_end": posted_end,
            },
            items="transactions",
        )

    async def get(
        self,
        transaction_id: UUID,
    ) -> Transaction:
        """Get a transaction"""
        return await self._transport.call(
            get_transaction_by_id.request(
                transaction_id=transaction_id,
            ),
            get_transaction_by_id.parse,
            key=get_transaction_by_id.KEY,
        )

    async def update(
        self,
        transaction_id: UUID,
        *,
        body: UpdateTransactionRequest,
    ) -> Transaction:
        """Edit the note or category of a transaction"""
        return await self._transport.call(
            update_transaction.request(
                transaction_id=transaction_id,
                body=body,
            ),
            update_transaction.parse,
            key=update_transaction.KEY,
        )

    async def get_transaction(
        self,
        account_id: UUID,
        transaction_id: UUID,
    ) -> Transaction:
        """Get a transaction of an account"""
        return await self._transport.call(
            get_transaction.request(
                account_id=account_id,
                transaction_id=transaction_id,
            ),
            get_transaction.parse,
            key=get_transaction.KEY,
        )

    async def list_attachments(
        self,
        transaction_id: UUID,
    ) -> AttachmentList:
        """List the files of a transaction"""
        return await self._transport.call(
            list_transaction_attachments.request(
                transaction_id=transaction_id,
            ),
            list_transaction_attachments.parse,
            key=list_transaction_attachments.KEY,
        )

    async def upload_attachment(
        self,
        transaction_id: UUID,
        *,
        body: UploadDocumentRequest,
    ) -> Attachment:
        """Attach a file to a transaction"""
        return await self._transport.call(
            upload_transaction_attachment.request(
                transaction_id=transaction_id,
                body=body,
            ),
            upload_transaction_attachment.parse,
            key=upload_transaction_attachment.KEY,
        )

    async def upload_attachment_alias(
        self,
        transaction_id: UUID,
        *,
        body: UploadDocumentRequest,
    ) -> Attachment:
        """Attach a file to a transaction"""
        return await self._transport.call(
            upload_transaction_attachment_alias.request(
                transaction_id=transaction_id,
                body=body,
            ),
            upload_transaction_attachment_alias.parse,
            key=upload_transaction_attachment_alias.KEY,
        )

    async def delete_attachment(
        self,
        transaction_id: UUID,
        attachment_id: UUID,
    ) -> None:
        """Delete a file of a transaction"""
        return await self._transport.call(
            delete_transaction_attachment.request(
                transaction_id=transaction_id,
                attachment_id=attachment_id,
            ),
            delete_transaction_attachment.parse,
            key=delete_transaction_attachment.KEY,
        )

    async def export(
        self,
        *,
        order: SortOrder | Unset = UNSET,
        start: str | Unset = UNSET,
        end: str | Unset = UNSET,
        status: builtins.list[TransactionStatus] | Unset = UNSET,
        search: str | Unset = UNSET,
        request_id: UUID | Unset = UNSET,
        mercury_category: MercuryCategory | Unset = UNSET,
        category_id: UUID | Unset = UNSET,
        categorized: ExportTransactionsCategorized | Unset = UNSET,
        spending: MoneyDirection | Unset = UNSET,
        kind: builtins.list[TransactionKind] | Unset = UNSET,
        payment_method: builtins.list[PaymentMethod] | Unset = UNSET,
        counterparty_id: UUID | Unset = UNSET,
        amount_min: float | Unset = UNSET,
        amount_max: float | Unset = UNSET,
        account_id: builtins.list[UUID] | Unset = UNSET,
        card_id: builtins.list[str] | Unset = UNSET,
        posted_start: str | Unset = UNSET,
        posted_end: str | Unset = UNSET,
    ) -> str:
        """Export transactions as CSV"""
        return await self._transport.call(
            export_transactions.request(
                order=order,
                start=start,
                end=end,
                status=status,
                search=search,
                request_id=request_id,
                mercury_category=mercury_category,
                category_id=category_id,
                categorized=categorized,
                spending=spending,
                kind=kind,
                payment_method=payment_method,
                counterparty_id=counterparty_id,
                amount_min=amount_min,
                amount_max=amount_max,
                account_id=account_id,
                card_id=card_id,
                posted_start=posted_start,
                posted_end=posted_end,
            ),
            export_transactions.parse,
            key=export_transactions.KEY,
        )

    async def get_payment_undo_options(
        self,
        transaction_id: UUID,
    ) -> PaymentUndoOptions:
        """Get whether the bank can undo a payment"""
        return await self._transport.call(
            get_payment_undo_options.request(
                transaction_id=transaction_id,
            ),
            get_payment_undo_options.parse,
            key=get_payment_undo_options.KEY,
        )

    async def request_payment_undo(
        self,
        transaction_id: UUID,
        *,
        body: RequestPaymentUndoRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> PaymentUndo:
        """Request that the bank undoes a payment"""
        return await self._transport.call(
            request_payment_undo.request(
                transaction_id=transaction_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            request_payment_undo.parse,
            key=request_payment_undo.KEY,
        )

    async def list_payment_undos(
        self,
    ) -> PaymentUndoList:
        """List reversals and recalls that wait for approval"""
        return await self._transport.call(
            list_payment_undos.request(),
            list_payment_undos.parse,
            key=list_payment_undos.KEY,
        )

    async def get_timeline(
        self,
        transaction_id: UUID,
    ) -> TransactionTimeline:
        """Get a transaction's timeline"""
        return await self._transport.call(
            get_transaction_timeline.request(
                transaction_id=transaction_id,
            ),
            get_transaction_timeline.parse,
            key=get_transaction_timeline.KEY,
        )

    async def get_payment_confirmation(
        self,
        transaction_id: UUID,
    ) -> bytes:
        """Download a payment confirmation as PDF"""
        return await self._transport.call(
            get_payment_confirmation.request(
                transaction_id=transaction_id,
            ),
            get_payment_confirmation.parse,
            key=get_payment_confirmation.KEY,
        )

    async def get_remittance_advice(
        self,
        transaction_id: UUID,
    ) -> bytes:
        """Download a remittance advice as PDF"""
        return await self._transport.call(
            get_remittance_advice.request(
                transaction_id=transaction_id,
            ),
            get_remittance_advice.parse,
            key=get_remittance_advice.KEY,
        )

    async def categorize(
        self,
        *,
        body: CategorizeTransactionsRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategorizedTransactions:
        """Set the category of several transactions"""
        return await self._transport.call(
            categorize_transactions.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            categorize_transactions.parse,
            key=categorize_transactions.KEY,
        )

    async def get_spending(
        self,
        *,
        start: str | Unset = UNSET,
        end: str | Unset = UNSET,
        account_id: builtins.list[UUID] | Unset = UNSET,
        direction: MoneyDirection | Unset = UNSET,
    ) -> Spending:
        """Get spending by month and category"""
        return await self._transport.call(
            get_spending.request(
                start=start,
                end=end,
                account_id=account_id,
                direction=direction,
            ),
            get_spending.parse,
            key=get_spending.KEY,
        )

    async def export_spending(
        self,
        *,
        start: str | Unset = UNSET,
        end: str | Unset = UNSET,
        account_id: builtins.list[UUID] | Unset = UNSET,
        direction: MoneyDirection | Unset = UNSET,
    ) -> str:
        """Export spending as CSV"""
        return await self._transport.call(
            export_spending.request(
                start=start,
                end=end,
                account_id=account_id,
                direction=direction,
            ),
            export_spending.parse,
            key=export_spending.KEY,
        )
