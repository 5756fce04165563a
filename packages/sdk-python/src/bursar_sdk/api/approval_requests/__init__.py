"""Operations of the tag approval_requests, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.approval_request_status_filter import ApprovalRequestStatusFilter, check_approval_request_status_filter
from ...models.attachment import Attachment
from ...models.attachment_list import AttachmentList
from ...models.create_send_money_approval_request import CreateSendMoneyApprovalRequest
from ...models.send_money_approval_request import SendMoneyApprovalRequest
from ...models.send_money_approval_request_list import SendMoneyApprovalRequestList
from ...models.send_money_preview import SendMoneyPreview
from ...models.sort_order import SortOrder, check_sort_order
from ...models.transfer_approval_request import TransferApprovalRequest
from ...models.transfer_approval_request_list import TransferApprovalRequestList
from ...models.transfer_request import TransferRequest
from ...models.upload_document_request import UploadDocumentRequest
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    delete_request_attachment,
    get_send_money_approval_request,
    get_transfer_money_approval_request,
    list_request_attachments,
    list_send_money_approval_requests,
    list_transfer_money_approval_requests,
    preview_send_money_request,
    request_send_money,
    request_transfer_money,
    upload_request_attachment,
)


class ApprovalRequests:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def request_send_money(
        self,
        account_id: UUID,
        *,
        body: CreateSendMoneyApprovalRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> SendMoneyApprovalRequest:
        """Request a payment

        Always queues the payment: until the last approval, no money is held, and no transaction or event
        exists. Funds, recipient, and account are checked again then; a payment that cannot be made stays
        `pendingApproval` with its `problem`. Supports all five methods; needs no allowlist; the duplicate
        guard does not apply. The token's limits do: per day, they count what it sent and requested, except
        rejected and withdrawn requests. Poll GET /request-send-money/{requestId}; the transaction has the
        `requestId`.

        """
        return self._transport.call(
            request_send_money.request(
                account_id=account_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            request_send_money.parse,
            key=request_send_money.KEY,
        )

    def preview_send_money_request(
        self,
        account_id: UUID,
        *,
        body: CreateSendMoneyApprovalRequest,
    ) -> SendMoneyPreview:
        """Preview a request for a payment

        Requests and writes nothing: the response says which rule would apply, who can approve, when the
        payment would be sent and arrive, and what to review. Takes the body of POST
        /account/{accountId}/request-send-money, whose `idempotencyKey` is not used here.

        """
        return self._transport.call(
            preview_send_money_request.request(
                account_id=account_id,
                body=body,
            ),
            preview_send_money_request.parse,
            key=preview_send_money_request.KEY,
        )

    def list_send_money(
        self,
        *,
        account_id: UUID | Unset = UNSET,
        status: ApprovalRequestStatusFilter | Unset = UNSET,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
    ) -> Page[SendMoneyApprovalRequestList, SendMoneyApprovalRequest]:
        """List approval requests

        Open requests unless `status` says otherwise, oldest first.

        """
        return self._transport.page(
            list_send_money_approval_requests.request,
            list_send_money_approval_requests.parse,
            {
                "account_id": account_id,
                "status": status,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
            },
            items="requests",
        )

    def get_send_money(
        self,
        request_id: UUID,
    ) -> SendMoneyApprovalRequest:
        """Get an approval request

        Its status, its reviews, and the resulting transaction.

        """
        return self._transport.call(
            get_send_money_approval_request.request(
                request_id=request_id,
            ),
            get_send_money_approval_request.parse,
            key=get_send_money_approval_request.KEY,
        )

    def list_request_attachments(
        self,
        request_id: UUID,
    ) -> AttachmentList:
        """List the files of an approval request

        In the order in which they were attached; at most 100.

        """
        return self._transport.call(
            list_request_attachments.request(
                request_id=request_id,
            ),
            list_request_attachments.parse,
            key=list_request_attachments.KEY,
        )

    def upload_request_attachment(
        self,
        request_id: UUID,
        *,
        body: UploadDocumentRequest,
    ) -> Attachment:
        """Attach a file to an approval request

        For the approvers: an invoice or a contract. After approval, the transaction has these files, too.
        Accepted while the request is open. The file is inspected: its content decides its type, and files
        that could be harmful are rejected. Images lose their metadata, such as the location. It is stored
        encrypted.

        """
        return self._transport.call(
            upload_request_attachment.request(
                request_id=request_id,
                body=body,
            ),
            upload_request_attachment.parse,
            key=upload_request_attachment.KEY,
        )

    def delete_request_attachment(
        self,
        request_id: UUID,
        attachment_id: UUID,
    ) -> None:
        """Delete a file of an approval request

        It is no longer shown, its links stop working, and its content is deleted from the store.

        """
        return self._transport.call(
            delete_request_attachment.request(
                request_id=request_id,
                attachment_id=attachment_id,
            ),
            delete_request_attachment.parse,
            key=delete_request_attachment.KEY,
        )

    def list_transfer_money(
        self,
        *,
        source_account_id: UUID | Unset = UNSET,
        destination_account_id: UUID | Unset = UNSET,
        status: ApprovalRequestStatusFilter | Unset = UNSET,
        start_at: UUID | Unset = UNSET,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
    ) -> Page[TransferApprovalRequestList, TransferApprovalRequest]:
        """List transfer requests

        Open requests unless `status` says otherwise, oldest first.

        """
        return self._transport.page(
            list_transfer_money_approval_requests.request,
            list_transfer_money_approval_requests.parse,
            {
                "source_account_id": source_account_id,
                "destination_account_id": destination_account_id,
                "status": status,
                "start_at": start_at,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
            },
            items="requests",
        )

    def request_transfer_money(
        self,
        *,
        body: TransferRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> TransferApprovalRequest:
        """Request a transfer

        Queues a transfer between two of your accounts. Nothing is held and nothing moves until the last
        approval.

        """
        return self._transport.call(
            request_transfer_money.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            request_transfer_money.parse,
            key=request_transfer_money.KEY,
        )

    def get_transfer_money(
        self,
        request_id: UUID,
    ) -> TransferApprovalRequest:
        """Get a transfer request

        Its status, its reviews, and the resulting transaction.

        """
        return self._transport.call(
            get_transfer_money_approval_request.request(
                request_id=request_id,
            ),
            get_transfer_money_approval_request.parse,
            key=get_transfer_money_approval_request.KEY,
        )


class AsyncApprovalRequests:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def request_send_money(
        self,
        account_id: UUID,
        *,
        body: CreateSendMoneyApprovalRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> SendMoneyApprovalRequest:
        """Request a payment"""
        return await self._transport.call(
            request_send_money.request(
                account_id=account_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            request_send_money.parse,
            key=request_send_money.KEY,
        )

    async def preview_send_money_request(
        self,
        account_id: UUID,
        *,
        body: CreateSendMoneyApprovalRequest,
    ) -> SendMoneyPreview:
        """Preview a request for a payment"""
        return await self._transport.call(
            preview_send_money_request.request(
                account_id=account_id,
                body=body,
            ),
            preview_send_money_request.parse,
            key=preview_send_money_request.KEY,
        )

    async def list_send_money(
        self,
        *,
        account_id: UUID | Unset = UNSET,
        status: ApprovalRequestStatusFilter | Unset = UNSET,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
    ) -> AsyncPage[SendMoneyApprovalRequestList, SendMoneyApprovalRequest]:
        """List approval requests"""
        return await self._transport.page(
            list_send_money_approval_requests.request,
            list_send_money_approval_requests.parse,
            {
                "account_id": account_id,
                "status": status,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
            },
            items="requests",
        )

    async def get_send_money(
        self,
        request_id: UUID,
    ) -> SendMoneyApprovalRequest:
        """Get an approval request"""
        return await self._transport.call(
            get_send_money_approval_request.request(
                request_id=request_id,
            ),
            get_send_money_approval_request.parse,
            key=get_send_money_approval_request.KEY,
        )

    async def list_request_attachments(
        self,
        request_id: UUID,
    ) -> AttachmentList:
        """List the files of an approval request"""
        return await self._transport.call(
            list_request_attachments.request(
                request_id=request_id,
            ),
            list_request_attachments.parse,
            key=list_request_attachments.KEY,
        )

    async def upload_request_attachment(
        self,
        request_id: UUID,
        *,
        body: UploadDocumentRequest,
    ) -> Attachment:
        """Attach a file to an approval request"""
        return await self._transport.call(
            upload_request_attachment.request(
                request_id=request_id,
                body=body,
            ),
            upload_request_attachment.parse,
            key=upload_request_attachment.KEY,
        )

    async def delete_request_attachment(
        self,
        request_id: UUID,
        attachment_id: UUID,
    ) -> None:
        """Delete a file of an approval request"""
        return await self._transport.call(
            delete_request_attachment.request(
                request_id=request_id,
                attachment_id=attachment_id,
            ),
            delete_request_attachment.parse,
            key=delete_request_attachment.KEY,
        )

    async def list_transfer_money(
        self,
        *,
        source_account_id: UUID | Unset = UNSET,
        destination_account_id: UUID | Unset = UNSET,
        status: ApprovalRequestStatusFilter | Unset = UNSET,
        start_at: UUID | Unset = UNSET,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
    ) -> AsyncPage[TransferApprovalRequestList, TransferApprovalRequest]:
        """List transfer requests"""
        return await self._transport.page(
            list_transfer_money_approval_requests.request,
            list_transfer_money_approval_requests.parse,
            {
                "source_account_id": source_account_id,
                "destination_account_id": destination_account_id,
                "status": status,
                "start_at": start_at,
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
            },
            items="requests",
        )

    async def request_transfer_money(
        self,
        *,
        body: TransferRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> TransferApprovalRequest:
        """Request a transfer"""
        return await self._transport.call(
            request_transfer_money.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            request_transfer_money.parse,
            key=request_transfer_money.KEY,
        )

    async def get_transfer_money(
        self,
        request_id: UUID,
    ) -> TransferApprovalRequest:
        """Get a transfer request"""
        return await self._transport.call(
            get_transfer_money_approval_request.request(
                request_id=request_id,
            ),
            get_transfer_money_approval_request.parse,
            key=get_transfer_money_approval_request.KEY,
        )
