"""Operations of the tag recipients, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.attachment import Attachment
from ...models.attachment_list import AttachmentList
from ...models.bank import Bank
from ...models.bank_detail_change_list import BankDetailChangeList
from ...models.create_recipient_request import CreateRecipientRequest
from ...models.name_spelling import NameSpelling
from ...models.recipient import Recipient
from ...models.recipient_attachment_item import RecipientAttachmentItem
from ...models.recipient_attachment_list import RecipientAttachmentList
from ...models.recipient_list import RecipientList
from ...models.recipient_status import RecipientStatus, check_recipient_status
from ...models.sort_order import SortOrder, check_sort_order
from ...models.update_recipient_request import UpdateRecipientRequest
from ...models.upload_recipient_document_request import UploadRecipientDocumentRequest
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    create_recipient,
    delete_recipient,
    delete_recipient_attachment,
    get_bank,
    get_name_spelling,
    get_recipient,
    get_recipients,
    list_bank_detail_changes,
    list_recipient_attachments,
    list_recipients_attachments,
    patch_recipient,
    put_recipient,
    update_recipient,
    upload_recipient_attachment,
    upload_recipient_attachment_alias,
)


class Recipients:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        status: RecipientStatus | Unset = UNSET,
        search: str | Unset = UNSET,
    ) -> Page[RecipientList, Recipient]:
        """List recipients

        Saved recipients in the order in which they were added. Deleted ones are listed only with
        `status=deleted`.

        """
        return self._transport.page(
            get_recipients.request,
            get_recipients.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "status": status,
                "search": search,
            },
            items="recipients",
        )

    def create(
        self,
        *,
        body: CreateRecipientRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Recipient:
        """Add a recipient

        Saves a recipient with the bank details of one or more payment methods. Routing numbers, account
        numbers, and addresses are validated immediately. Real-time payments use `electronicRoutingInfo`
        unless `realTimePaymentRoutingInfo` is given. International details are entered through a recipient
        invite or in the dashboard.

        """
        return self._transport.call(
            create_recipient.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_recipient.parse,
            key=create_recipient.KEY,
        )

    def get_name_spelling(
        self,
        *,
        name: str | Unset = UNSET,
    ) -> NameSpelling:
        """Get the spelling of a name in payments

        How payments by each method would carry a recipient's name: accents are removed, letters such as ß
        are written out, and the name is cut at the width of the method's field. Saving a recipient with a
        name that cannot be written is refused with the same problem.

        """
        return self._transport.call(
            get_name_spelling.request(
                name=name,
            ),
            get_name_spelling.parse,
            key=get_name_spelling.KEY,
        )

    def get(
        self,
        recipient_id: UUID,
    ) -> Recipient:
        """Get a recipient

        A saved recipient with the current bank details. A deleted recipient is not found.

        """
        return self._transport.call(
            get_recipient.request(
                recipient_id=recipient_id,
            ),
            get_recipient.parse,
            key=get_recipient.KEY,
        )

    def put(
        self,
        recipient_id: UUID,
        *,
        body: UpdateRecipientRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Recipient:
        """Change a recipient

        The same as POST: omitted members keep their values.

        """
        return self._transport.call(
            put_recipient.request(
                recipient_id=recipient_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            put_recipient.parse,
            key=put_recipient.KEY,
        )

    def update(
        self,
        recipient_id: UUID,
        *,
        body: UpdateRecipientRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Recipient:
        """Change a recipient

        Omitted members keep their values; null clears. Bank details are replaced as a whole per method; a
        new name counts as a change of the details of every method. Earlier payments keep the name and
        details to which they were sent. If the organization requires confirmation by a second user, changes
        wait (`awaitingConfirmation`, `proposedName`), and payments keep using the current details.

        """
        return self._transport.call(
            update_recipient.request(
                recipient_id=recipient_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            update_recipient.parse,
            key=update_recipient.KEY,
        )

    def delete(
        self,
        recipient_id: UUID,
    ) -> None:
        """Delete a recipient

        The recipient can no longer be paid, read, or changed; transactions keep its name and details.
        Rejected while a payment to it is pending.

        """
        return self._transport.call(
            delete_recipient.request(
                recipient_id=recipient_id,
            ),
            delete_recipient.parse,
            key=delete_recipient.KEY,
        )

    def patch(
        self,
        recipient_id: UUID,
        *,
        body: UpdateRecipientRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Recipient:
        """Change a recipient

        The same as POST.

        """
        return self._transport.call(
            patch_recipient.request(
                recipient_id=recipient_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            patch_recipient.parse,
            key=patch_recipient.KEY,
        )

    def list_bank_detail_changes(
        self,
        recipient_id: UUID,
    ) -> BankDetailChangeList:
        """List changes of a recipient's bank details and name

        The last 100, newest first; the initial details are the oldest. Account numbers are always masked.

        """
        return self._transport.call(
            list_bank_detail_changes.request(
                recipient_id=recipient_id,
            ),
            list_bank_detail_changes.parse,
            key=list_bank_detail_changes.KEY,
        )

    def list_attachments(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
    ) -> Page[RecipientAttachmentList, RecipientAttachmentItem]:
        """List the files of all recipients

        Tax forms and other files in the order in which they were uploaded, also those of deleted
        recipients.

        """
        return self._transport.page(
            list_recipients_attachments.request,
            list_recipients_attachments.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
            },
            items="attachments",
        )

    def list_recipient_attachments(
        self,
        recipient_id: UUID,
    ) -> AttachmentList:
        """List the files of a recipient

        In the order in which they were attached; at most 100.

        """
        return self._transport.call(
            list_recipient_attachments.request(
                recipient_id=recipient_id,
            ),
            list_recipient_attachments.parse,
            key=list_recipient_attachments.KEY,
        )

    def upload_attachment(
        self,
        recipient_id: UUID,
        *,
        body: UploadRecipientDocumentRequest,
    ) -> Attachment:
        """Attach a file to a recipient

        For tax forms (W-9, W-8) and other documents of the recipient. The file is inspected: its content
        decides its type, and files that could be harmful are rejected. Images lose their metadata, such as
        the location. It is stored encrypted.

        """
        return self._transport.call(
            upload_recipient_attachment.request(
                recipient_id=recipient_id,
                body=body,
            ),
            upload_recipient_attachment.parse,
            key=upload_recipient_attachment.KEY,
        )

    def upload_attachment_alias(
        self,
        recipient_id: UUID,
        *,
        body: UploadRecipientDocumentRequest,
    ) -> Attachment:
        """Attach a file to a recipient

        For tax forms (W-9, W-8) and other documents of the recipient. The file is inspected: its content
        decides its type, and files that could be harmful are rejected. Images lose their metadata, such as
        the location. It is stored encrypted. The same as the path in the plural, for clients that use this
        one.

        """
        return self._transport.call(
            upload_recipient_attachment_alias.request(
                recipient_id=recipient_id,
                body=body,
            ),
            upload_recipient_attachment_alias.parse,
            key=upload_recipient_attachment_alias.KEY,
        )

    def delete_attachment(
        self,
        recipient_id: UUID,
        attachment_id: UUID,
    ) -> None:
        """Delete a file of a recipient

        It is no longer shown, its links stop working, and its content is deleted from the store.

        """
        return self._transport.call(
            delete_recipient_attachment.request(
                recipient_id=recipient_id,
                attachment_id=attachment_id,
            ),
            delete_recipient_attachment.parse,
            key=delete_recipient_attachment.KEY,
        )

    def get_bank(
        self,
        routing_number: str,
    ) -> Bank:
        """Get the bank of a routing number

        From the Federal Reserve's directory, if the operator has provided it (BURSAR_BANK_DIRECTORY). A
        number without a name may still be right.

        """
        return self._transport.call(
            get_bank.request(
                routing_number=routing_number,
            ),
            get_bank.parse,
            key=get_bank.KEY,
        )


class AsyncRecipients:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        status: RecipientStatus | Unset = UNSET,
        search: str | Unset = UNSET,
    ) -> AsyncPage[RecipientList, Recipient]:
        """List recipients"""
        return await self._transport.page(
            get_recipients.request,
            get_recipients.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "status": status,
                "search": search,
            },
            items="recipients",
        )

    async def create(
        self,
        *,
        body: CreateRecipientRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Recipient:
        """Add a recipient"""
        return await self._transport.call(
            create_recipient.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_recipient.parse,
            key=create_recipient.KEY,
        )

    async def get_name_spelling(
        self,
        *,
        name: str | Unset = UNSET,
    ) -> NameSpelling:
        """Get the spelling of a name in payments"""
        return await self._transport.call(
            get_name_spelling.request(
                name=name,
            ),
            get_name_spelling.parse,
            key=get_name_spelling.KEY,
        )

    async def get(
        self,
        recipient_id: UUID,
    ) -> Recipient:
        """Get a recipient"""
        return await self._transport.call(
            get_recipient.request(
                recipient_id=recipient_id,
            ),
            get_recipient.parse,
            key=get_recipient.KEY,
        )

    async def put(
        self,
        recipient_id: UUID,
        *,
        body: UpdateRecipientRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Recipient:
        """Change a recipient"""
        return await self._transport.call(
            put_recipient.request(
                recipient_id=recipient_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            put_recipient.parse,
            key=put_recipient.KEY,
        )

    async def update(
        self,
        recipient_id: UUID,
        *,
        body: UpdateRecipientRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Recipient:
        """Change a recipient"""
        return await self._transport.call(
            update_recipient.request(
                recipient_id=recipient_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            update_recipient.parse,
            key=update_recipient.KEY,
        )

    async def delete(
        self,
        recipient_id: UUID,
    ) -> None:
        """Delete a recipient"""
        return await self._transport.call(
            delete_recipient.request(
                recipient_id=recipient_id,
            ),
            delete_recipient.parse,
            key=delete_recipient.KEY,
        )

    async def patch(
        self,
        recipient_id: UUID,
        *,
        body: UpdateRecipientRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Recipient:
        """Change a recipient"""
        return await self._transport.call(
            patch_recipient.request(
                recipient_id=recipient_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            patch_recipient.parse,
            key=patch_recipient.KEY,
        )

    async def list_bank_detail_changes(
        self,
        recipient_id: UUID,
    ) -> BankDetailChangeList:
        """List changes of a recipient's bank details and name"""
        return await self._transport.call(
            list_bank_detail_changes.request(
                recipient_id=recipient_id,
            ),
            list_bank_detail_changes.parse,
            key=list_bank_detail_changes.KEY,
        )

    async def list_attachments(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
    ) -> AsyncPage[RecipientAttachmentList, RecipientAttachmentItem]:
        """List the files of all recipients"""
        return await self._transport.page(
            list_recipients_attachments.request,
            list_recipients_attachments.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
            },
            items="attachments",
        )

    async def list_recipient_attachments(
        self,
        recipient_id: UUID,
    ) -> AttachmentList:
        """List the files of a recipient"""
        return await self._transport.call(
            list_recipient_attachments.request(
                recipient_id=recipient_id,
            ),
            list_recipient_attachments.parse,
            key=list_recipient_attachments.KEY,
        )

    async def upload_attachment(
        self,
        recipient_id: UUID,
        *,
        body: UploadRecipientDocumentRequest,
    ) -> Attachment:
        """Attach a file to a recipient"""
        return await self._transport.call(
            upload_recipient_attachment.request(
                recipient_id=recipient_id,
                body=body,
            ),
            upload_recipient_attachment.parse,
            key=upload_recipient_attachment.KEY,
        )

    async def upload_attachment_alias(
        self,
        recipient_id: UUID,
        *,
        body: UploadRecipientDocumentRequest,
    ) -> Attachment:
        """Attach a file to a recipient"""
        return await self._transport.call(
            upload_recipient_attachment_alias.request(
                recipient_id=recipient_id,
                body=body,
            ),
            upload_recipient_attachment_alias.parse,
            key=upload_recipient_attachment_alias.KEY,
        )

    async def delete_attachment(
        self,
        recipient_id: UUID,
        attachment_id: UUID,
    ) -> None:
        """Delete a file of a recipient"""
        return await self._transport.call(
            delete_recipient_attachment.request(
                recipient_id=recipient_id,
                attachment_id=attachment_id,
            ),
            delete_recipient_attachment.parse,
            key=delete_recipient_attachment.KEY,
        )

    async def get_bank(
        self,
        routing_number: str,
    ) -> Bank:
        """Get the bank of a routing number"""
        return await self._transport.call(
            get_bank.request(
                routing_number=routing_number,
            ),
            get_bank.parse,
            key=get_bank.KEY,
        )
