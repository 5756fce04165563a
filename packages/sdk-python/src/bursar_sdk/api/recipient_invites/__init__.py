"""Operations of the tag recipient_invites, for both kinds of clients."""

import builtins
from typing import Any

from ...models.create_recipient_invite_request import CreateRecipientInviteRequest
from ...models.idempotency_key_request import IdempotencyKeyRequest
from ...models.payee_details import PayeeDetails
from ...models.payee_invite import PayeeInvite
from ...models.payee_verification import PayeeVerification
from ...models.recipient_invite import RecipientInvite
from ...models.recipient_invite_list import RecipientInviteList
from ...models.recipient_invite_status import RecipientInviteStatus, check_recipient_invite_status
from ...models.sort_order import SortOrder, check_sort_order
from ...models.tax_document import TaxDocument
from ...models.upload_tax_document_request import UploadTaxDocumentRequest
from ...models.verify_deposits_request import VerifyDepositsRequest
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    complete_invite,
    create_recipient_invite,
    delete_recipient_invite,
    get_payee_invite,
    get_payee_verification,
    get_recipient_invite,
    list_recipient_invites,
    resend_recipient_invite,
    upload_tax_document,
    verify_deposits,
)


class RecipientInvites:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: str | Unset = UNSET,
        end_before: str | Unset = UNSET,
        status: RecipientInviteStatus | Unset = UNSET,
    ) -> Page[RecipientInviteList, RecipientInvite]:
        """List invites

        In order of creation, without withdrawn invites.

        """
        return self._transport.page(
            list_recipient_invites.request,
            list_recipient_invites.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "status": status,
            },
            items="invites",
        )

    def create(
        self,
        *,
        body: CreateRecipientInviteRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> RecipientInvite:
        """Invite a recipient

        Creates a link with which a recipient enters their own bank details, once, within 30 days.
        Submitting the details creates a recipient, or completes the one named by `recipientId`.
        International details can be entered only this way or in the dashboard. The link is in the first
        response only: a replay of its key identifies the invite by an `id` that is not a link. Use POST
        /recipients/invites/{inviteId}/resend to email a lost link, or withdraw the invite and create
        another.

        """
        return self._transport.call(
            create_recipient_invite.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_recipient_invite.parse,
            key=create_recipient_invite.KEY,
        )

    def get(
        self,
        invite_id: str,
    ) -> RecipientInvite:
        """Get an invite

        An invite, with its link for the user or token that created it. A withdrawn invite is not found.

        """
        return self._transport.call(
            get_recipient_invite.request(
                invite_id=invite_id,
            ),
            get_recipient_invite.parse,
            key=get_recipient_invite.KEY,
        )

    def delete(
        self,
        invite_id: str,
    ) -> None:
        """Withdraw an invite

        Its link stops working, and it is no longer listed. A recipient that it filled is not changed.

        """
        return self._transport.call(
            delete_recipient_invite.request(
                invite_id=invite_id,
            ),
            delete_recipient_invite.parse,
            key=delete_recipient_invite.KEY,
        )

    def resend(
        self,
        invite_id: str,
        *,
        body: IdempotencyKeyRequest | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> RecipientInvite:
        """Resend an invite

        Emails the same link again. A replay of its key identifies the invite by an `id` that is not a link.

        """
        return self._transport.call(
            resend_recipient_invite.request(
                invite_id=invite_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            resend_recipient_invite.parse,
            key=resend_recipient_invite.KEY,
        )

    def get_payee_invite(
        self,
        invite_id: str,
    ) -> PayeeInvite:
        """Get an invite as its recipient

        For the recipient's page. An unknown, used, expired, or withdrawn link gets the same refusal;
        guessing links is throttled.

        """
        return self._transport.call(
            get_payee_invite.request(
                invite_id=invite_id,
            ),
            get_payee_invite.parse,
            key=get_payee_invite.KEY,
        )

    def complete_invite(
        self,
        invite_id: str,
        *,
        body: PayeeDetails,
    ) -> None:
        """Answer an invite

        The recipient's own bank details for at least one requested method, validated like those of POST
        /recipients. If the invite requires a tax form, it must have been uploaded. The link is then used
        up. If they replace existing details, and the organization requires confirmation by a second user,
        they wait for it.

        """
        return self._transport.call(
            complete_invite.request(
                invite_id=invite_id,
                body=body,
            ),
            complete_invite.parse,
            key=complete_invite.KEY,
        )

    def upload_tax_document(
        self,
        invite_id: str,
        *,
        body: UploadTaxDocumentRequest,
    ) -> TaxDocument:
        """Upload the tax form of an invite

        For an invite with `requireTaxDocument`, before its details are submitted. Another upload replaces
        the form. It becomes an attachment of the recipient.

        """
        return self._transport.call(
            upload_tax_document.request(
                invite_id=invite_id,
                body=body,
            ),
            upload_tax_document.parse,
            key=upload_tax_document.KEY,
        )

    def get_payee_verification(
        self,
        secret: str,
    ) -> PayeeVerification:
        """Get a verification as its payee

        For the page on which a recipient enters the amounts of two deposits. An unknown, used, or expired
        link gets the same refusal; guessing links is throttled.

        """
        return self._transport.call(
            get_payee_verification.request(
                secret=secret,
            ),
            get_payee_verification.parse,
            key=get_payee_verification.KEY,
        )

    def verify_deposits(
        self,
        secret: str,
        *,
        body: VerifyDepositsRequest,
    ) -> None:
        """Enter the amounts of two deposits

        The amounts in any order. The right ones validate the recipient's bank details and use up the link.
        After three wrong answers it no longer works.

        """
        return self._transport.call(
            verify_deposits.request(
                secret=secret,
                body=body,
            ),
            verify_deposits.parse,
            key=verify_deposits.KEY,
        )


class AsyncRecipientInvites:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: str | Unset = UNSET,
        end_before: str | Unset = UNSET,
        status: RecipientInviteStatus | Unset = UNSET,
    ) -> AsyncPage[RecipientInviteList, RecipientInvite]:
        """List invites"""
        return await self._transport.page(
            list_recipient_invites.request,
            list_recipient_invites.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "status": status,
            },
            items="invites",
        )

    async def create(
        self,
        *,
        body: CreateRecipientInviteRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> RecipientInvite:
        """Invite a recipient"""
        return await self._transport.call(
            create_recipient_invite.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_recipient_invite.parse,
            key=create_recipient_invite.KEY,
        )

    async def get(
        self,
        invite_id: str,
    ) -> RecipientInvite:
        """Get an invite"""
        return await self._transport.call(
            get_recipient_invite.request(
                invite_id=invite_id,
            ),
            get_recipient_invite.parse,
            key=get_recipient_invite.KEY,
        )

    async def delete(
        self,
        invite_id: str,
    ) -> None:
        """Withdraw an invite"""
        return await self._transport.call(
            delete_recipient_invite.request(
                invite_id=invite_id,
            ),
            delete_recipient_invite.parse,
            key=delete_recipient_invite.KEY,
        )

    async def resend(
        self,
        invite_id: str,
        *,
        body: IdempotencyKeyRequest | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> RecipientInvite:
        """Resend an invite"""
        return await self._transport.call(
            resend_recipient_invite.request(
                invite_id=invite_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            resend_recipient_invite.parse,
            key=resend_recipient_invite.KEY,
        )

    async def get_payee_invite(
        self,
        invite_id: str,
    ) -> PayeeInvite:
        """Get an invite as its recipient"""
        return await self._transport.call(
            get_payee_invite.request(
                invite_id=invite_id,
            ),
            get_payee_invite.parse,
            key=get_payee_invite.KEY,
        )

    async def complete_invite(
        self,
        invite_id: str,
        *,
        body: PayeeDetails,
    ) -> None:
        """Answer an invite"""
        return await self._transport.call(
            complete_invite.request(
                invite_id=invite_id,
                body=body,
            ),
            complete_invite.parse,
            key=complete_invite.KEY,
        )

    async def upload_tax_document(
        self,
        invite_id: str,
        *,
        body: UploadTaxDocumentRequest,
    ) -> TaxDocument:
        """Upload the tax form of an invite"""
        return await self._transport.call(
            upload_tax_document.request(
                invite_id=invite_id,
                body=body,
            ),
            upload_tax_document.parse,
            key=upload_tax_document.KEY,
        )

    async def get_payee_verification(
        self,
        secret: str,
    ) -> PayeeVerification:
        """Get a verification as its payee"""
        return await self._transport.call(
            get_payee_verification.request(
                secret=secret,
            ),
            get_payee_verification.parse,
            key=get_payee_verification.KEY,
        )

    async def verify_deposits(
        self,
        secret: str,
        *,
        body: VerifyDepositsRequest,
    ) -> None:
        """Enter the amounts of two deposits"""
        return await self._transport.call(
            verify_deposits.request(
                secret=secret,
                body=body,
            ),
            verify_deposits.parse,
            key=verify_deposits.KEY,
        )
