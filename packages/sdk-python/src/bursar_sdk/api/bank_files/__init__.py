"""Operations of the tag bank_files, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.bank_file import BankFile
from ...models.bank_file_direction import BankFileDirection, check_bank_file_direction
from ...models.bank_file_format import BankFileFormat, check_bank_file_format
from ...models.bank_file_item import BankFileItem
from ...models.bank_file_item_list import BankFileItemList
from ...models.bank_file_list import BankFileList
from ...models.bank_file_state import BankFileState, check_bank_file_state
from ...models.bank_movement import BankMovement
from ...models.bank_movement_list import BankMovementList
from ...models.bank_notice import BankNotice
from ...models.bank_notice_list import BankNoticeList
from ...models.bank_rail import BankRail, check_bank_rail
from ...models.check import Check
from ...models.check_exception_list import CheckExceptionList
from ...models.ledger_entry import LedgerEntry
from ...models.list_bank_file_items_open import ListBankFileItemsOpen, check_list_bank_file_items_open
from ...models.list_bank_files_attention import ListBankFilesAttention, check_list_bank_files_attention
from ...models.list_bank_movements_state import ListBankMovementsState, check_list_bank_movements_state
from ...models.list_bank_notices_open import ListBankNoticesOpen, check_list_bank_notices_open
from ...models.reconciliation import Reconciliation
from ...models.sort_order import SortOrder, check_sort_order
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    download_bank_file,
    get_bank_file,
    get_check,
    get_reconciliation,
    list_bank_file_items,
    list_bank_files,
    list_bank_movements,
    list_bank_notices,
    list_check_exceptions,
)


class BankFiles:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        direction: BankFileDirection | Unset = UNSET,
        state: BankFileState | Unset = UNSET,
        rail: BankRail | Unset = UNSET,
        format_: BankFileFormat | Unset = UNSET,
        connection_id: UUID | Unset = UNSET,
        attention: ListBankFilesAttention | Unset = UNSET,
    ) -> Page[BankFileList, BankFile]:
        """List bank files

        Files sent and received, the latest first; with `state=open`, those that still collect payments.

        """
        return self._transport.page(
            list_bank_files.request,
            list_bank_files.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "direction": direction,
                "state": state,
                "rail": rail,
                "format_": format_,
                "connection_id": connection_id,
                "attention": attention,
            },
            items="files",
        )

    def get(
        self,
        file_id: UUID,
        *,
        payments_after: int | Unset = UNSET,
    ) -> BankFile:
        """Get a bank file

        A file with its payments.

        """
        return self._transport.call(
            get_bank_file.request(
                file_id=file_id,
                payments_after=payments_after,
            ),
            get_bank_file.parse,
            key=get_bank_file.KEY,
        )

    def download(
        self,
        file_id: UUID,
    ) -> bytes:
        """Download a bank file

        Its bytes, with full account numbers; recorded in the audit log. Incomplete if the connection ends
        before `Content-Length` bytes.

        """
        return self._transport.call(
            download_bank_file.request(
                file_id=file_id,
            ),
            download_bank_file.parse,
            key=download_bank_file.KEY,
        )

    def get_reconciliation(
        self,
    ) -> Reconciliation:
        """Compare accounts with the bank

        Each account's latest statement and the ledger.

        """
        return self._transport.call(
            get_reconciliation.request(),
            get_reconciliation.parse,
            key=get_reconciliation.KEY,
        )

    def list_bank_movements(
        self,
        account_id: UUID,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        state: ListBankMovementsState | Unset = UNSET,
    ) -> Page[BankMovementList, BankMovement]:
        """List bank movements

        By default, those without transactions.

        """
        return self._transport.page(
            list_bank_movements.request,
            list_bank_movements.parse,
            {
                "account_id": account_id,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "state": state,
            },
            items="movements",
        )

    def list_bank_notices(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        open_: ListBankNoticesOpen | Unset = UNSET,
        recipient_id: UUID | Unset = UNSET,
    ) -> Page[BankNoticeList, BankNotice]:
        """List notices of banks

        Corrected bank details, returns that are late, dishonored, or contested, and reversals that went
        wrong; the latest first.

        """
        return self._transport.page(
            list_bank_notices.request,
            list_bank_notices.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "open_": open_,
                "recipient_id": recipient_id,
            },
            items="notices",
        )

    def list_items(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        open_: ListBankFileItemsOpen | Unset = UNSET,
        file_id: UUID | Unset = UNSET,
    ) -> Page[BankFileItemList, BankFileItem]:
        """List open items of bank files

        What received files say and could not be applied, the latest first.

        """
        return self._transport.page(
            list_bank_file_items.request,
            list_bank_file_items.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "open_": open_,
                "file_id": file_id,
            },
            items="items",
        )

    def get_check(
        self,
        transaction_id: UUID,
    ) -> Check:
        """Get the check of a payment

        Only of payments over a bank connection, once the check has a number.

        """
        return self._transport.call(
            get_check.request(
                transaction_id=transaction_id,
            ),
            get_check.parse,
            key=get_check.KEY,
        )

    def list_check_exceptions(
        self,
    ) -> CheckExceptionList:
        """List check exceptions

        Presented checks that two people have to decide about, the most urgent first.

        """
        return self._transport.call(
            list_check_exceptions.request(),
            list_check_exceptions.parse,
            key=list_check_exceptions.KEY,
        )


class AsyncBankFiles:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        direction: BankFileDirection | Unset = UNSET,
        state: BankFileState | Unset = UNSET,
        rail: BankRail | Unset = UNSET,
        format_: BankFileFormat | Unset = UNSET,
        connection_id: UUID | Unset = UNSET,
        attention: ListBankFilesAttention | Unset = UNSET,
    ) -> AsyncPage[BankFileList, BankFile]:
        """List bank files"""
        return await self._transport.page(
            list_bank_files.request,
            list_bank_files.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "direction": direction,
                "state": state,
                "rail": rail,
                "format_": format_,
                "connection_id": connection_id,
                "attention": attention,
            },
            items="files",
        )

    async def get(
        self,
        file_id: UUID,
        *,
        payments_after: int | Unset = UNSET,
    ) -> BankFile:
        """Get a bank file"""
        return await self._transport.call(
            get_bank_file.request(
                file_id=file_id,
                payments_after=payments_after,
            ),
            get_bank_file.parse,
            key=get_bank_file.KEY,
        )

    async def download(
        self,
        file_id: UUID,
    ) -> bytes:
        """Download a bank file"""
        return await self._transport.call(
            download_bank_file.request(
                file_id=file_id,
            ),
            download_bank_file.parse,
            key=download_bank_file.KEY,
        )

    async def get_reconciliation(
        self,
    ) -> Reconciliation:
        """Compare accounts with the bank"""
        return await self._transport.call(
            get_reconciliation.request(),
            get_reconciliation.parse,
            key=get_reconciliation.KEY,
        )

    async def list_bank_movements(
        self,
        account_id: UUID,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        state: ListBankMovementsState | Unset = UNSET,
    ) -> AsyncPage[BankMovementList, BankMovement]:
        """List bank movements"""
        return await self._transport.page(
            list_bank_movements.request,
            list_bank_movements.parse,
            {
                "account_id": account_id,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "state": state,
            },
            items="movements",
        )

    async def list_bank_notices(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        open_: ListBankNoticesOpen | Unset = UNSET,
        recipient_id: UUID | Unset = UNSET,
    ) -> AsyncPage[BankNoticeList, BankNotice]:
        """List notices of banks"""
        return await self._transport.page(
            list_bank_notices.request,
            list_bank_notices.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "open_": open_,
                "recipient_id": recipient_id,
            },
            items="notices",
        )

    async def list_items(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        open_: ListBankFileItemsOpen | Unset = UNSET,
        file_id: UUID | Unset = UNSET,
    ) -> AsyncPage[BankFileItemList, BankFileItem]:
        """List open items of bank files"""
        return await self._transport.page(
            list_bank_file_items.request,
            list_bank_file_items.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "open_": open_,
                "file_id": file_id,
            },
            items="items",
        )

    async def get_check(
        self,
        transaction_id: UUID,
    ) -> Check:
        """Get the check of a payment"""
        return await self._transport.call(
            get_check.request(
                transaction_id=transaction_id,
            ),
            get_check.parse,
            key=get_check.KEY,
        )

    async def list_check_exceptions(
        self,
    ) -> CheckExceptionList:
        """List check exceptions"""
        return await self._transport.call(
            list_check_exceptions.request(),
            list_check_exceptions.parse,
            key=list_check_exceptions.KEY,
        )
