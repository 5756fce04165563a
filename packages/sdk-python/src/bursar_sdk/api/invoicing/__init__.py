"""Operations of the tag invoicing, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.attachment import Attachment
from ...models.attachment_list import AttachmentList
from ...models.create_invoice_customer_request import CreateInvoiceCustomerRequest
from ...models.create_invoice_request import CreateInvoiceRequest
from ...models.idempotency_key_request import IdempotencyKeyRequest
from ...models.incoming_payment import IncomingPayment
from ...models.incoming_payment_list import IncomingPaymentList
from ...models.invoice import Invoice
from ...models.invoice_activity import InvoiceActivity
from ...models.invoice_age import InvoiceAge, check_invoice_age
from ...models.invoice_attachment import InvoiceAttachment
from ...models.invoice_customer import InvoiceCustomer
from ...models.invoice_customer_list import InvoiceCustomerList
from ...models.invoice_list import InvoiceList
from ...models.invoice_row import InvoiceRow
from ...models.invoice_row_list import InvoiceRowList
from ...models.invoice_settings import InvoiceSettings
from ...models.invoice_status import InvoiceStatus, check_invoice_status
from ...models.invoice_summary import InvoiceSummary
from ...models.invoicing_overview import InvoicingOverview
from ...models.list_incoming_payments_status import ListIncomingPaymentsStatus, check_list_incoming_payments_status
from ...models.list_invoice_rows_status import ListInvoiceRowsStatus, check_list_invoice_rows_status
from ...models.match_suggestion_list import MatchSuggestionList
from ...models.patch_invoice_customer_request import PatchInvoiceCustomerRequest
from ...models.patch_invoice_request import PatchInvoiceRequest
from ...models.sort_order import SortOrder, check_sort_order
from ...models.update_invoice_customer_request import UpdateInvoiceCustomerRequest
from ...models.update_invoice_request import UpdateInvoiceRequest
from ...models.upload_document_request import UploadDocumentRequest
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    cancel_invoice,
    create_customer,
    create_invoice,
    delete_customer,
    delete_invoice_attachment,
    get_attachment,
    get_customer,
    get_invoice,
    get_invoice_activity,
    get_invoice_pdf,
    get_invoice_settings,
    get_invoicing_overview,
    list_customers,
    list_incoming_payments,
    list_invoice_attachments,
    list_invoice_rows,
    list_invoices,
    list_match_suggestions,
    patch_customer,
    patch_invoice,
    update_customer,
    update_invoice,
    upload_invoice_attachment,
)


class Invoicing:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list_customers(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        search: str | Unset = UNSET,
    ) -> Page[InvoiceCustomerList, InvoiceCustomer]:
        """List customers

        In the order in which they were added, without deleted ones.

        """
        return self._transport.page(
            list_customers.request,
            list_customers.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "search": search,
            },
            items="customers",
        )

    def create_customer(
        self,
        *,
        body: CreateInvoiceCustomerRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> InvoiceCustomer:
        """Add a customer

        Someone to send invoices to.

        """
        return self._transport.call(
            create_customer.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_customer.parse,
            key=create_customer.KEY,
        )

    def get_customer(
        self,
        customer_id: UUID,
    ) -> InvoiceCustomer:
        """Get a customer

        A customer, even if it was deleted.

        """
        return self._transport.call(
            get_customer.request(
                customer_id=customer_id,
            ),
            get_customer.parse,
            key=get_customer.KEY,
        )

    def update_customer(
        self,
        customer_id: UUID,
        *,
        body: UpdateInvoiceCustomerRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> InvoiceCustomer:
        """Replace a customer

        Replaces every member; an omitted address is removed. PATCH keeps what is omitted.

        """
        return self._transport.call(
            update_customer.request(
                customer_id=customer_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            update_customer.parse,
            key=update_customer.KEY,
        )

    def delete_customer(
        self,
        customer_id: UUID,
    ) -> None:
        """Delete a customer

        Its invoices stay, and it can still be read. Deleting it again changes nothing.

        """
        return self._transport.call(
            delete_customer.request(
                customer_id=customer_id,
            ),
            delete_customer.parse,
            key=delete_customer.KEY,
        )

    def patch_customer(
        self,
        customer_id: UUID,
        *,
        body: PatchInvoiceCustomerRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> InvoiceCustomer:
        """Replace a customer

        Omitted members keep their values.

        """
        return self._transport.call(
            patch_customer.request(
                customer_id=customer_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            patch_customer.parse,
            key=patch_customer.KEY,
        )

    def list_invoices(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        status: InvoiceStatus | Unset = UNSET,
        customer_id: UUID | Unset = UNSET,
    ) -> Page[InvoiceList, InvoiceSummary]:
        """List invoices

        In order of creation.

        """
        return self._transport.page(
            list_invoices.request,
            list_invoices.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "status": status,
                "customer_id": customer_id,
            },
            items="invoices",
        )

    def create_invoice(
        self,
        *,
        body: CreateInvoiceRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Invoice:
        """Create an invoice

        Creates an invoice and emails it to the customer, with its PDF and a link to the page where it can
        be paid. Without `invoiceNumber`, it gets the next number of the series, which has no gaps.

        """
        return self._transport.call(
            create_invoice.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_invoice.parse,
            key=create_invoice.KEY,
        )

    def get_invoice(
        self,
        invoice_id: UUID,
    ) -> Invoice:
        """Get an invoice

        An invoice with its lines.

        """
        return self._transport.call(
            get_invoice.request(
                invoice_id=invoice_id,
            ),
            get_invoice.parse,
            key=get_invoice.KEY,
        )

    def update_invoice(
        self,
        invoice_id: UUID,
        *,
        body: UpdateInvoiceRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Invoice:
        """Replace an invoice

        Replaces every member that can change, while the invoice is unpaid and no payment is matched with
        it. It is not emailed again. PATCH keeps what is omitted.

        """
        return self._transport.call(
            update_invoice.request(
                invoice_id=invoice_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            update_invoice.parse,
            key=update_invoice.KEY,
        )

    def patch_invoice(
        self,
        invoice_id: UUID,
        *,
        body: PatchInvoiceRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Invoice:
        """Replace an invoice

        Omitted members keep their values.

        """
        return self._transport.call(
            patch_invoice.request(
                invoice_id=invoice_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            patch_invoice.parse,
            key=patch_invoice.KEY,
        )

    def cancel_invoice(
        self,
        invoice_id: UUID,
        *,
        body: IdempotencyKeyRequest | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> None:
        """Cancel an invoice

        Nothing is due on a canceled invoice; it keeps its number. Canceling it again changes nothing. An
        invoice with matched payments cannot be canceled until they are undone.

        """
        return self._transport.call(
            cancel_invoice.request(
                invoice_id=invoice_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            cancel_invoice.parse,
            key=cancel_invoice.KEY,
        )

    def get_invoice_pdf(
        self,
        invoice_id: str,
    ) -> bytes:
        """Get an invoice as a PDF

        By the invoice's id or slug.

        """
        return self._transport.call(
            get_invoice_pdf.request(
                invoice_id=invoice_id,
            ),
            get_invoice_pdf.parse,
            key=get_invoice_pdf.KEY,
        )

    def list_invoice_attachments(
        self,
        invoice_id: UUID,
    ) -> AttachmentList:
        """List the files of an invoice

        In the order in which they were attached; at most 100.

        """
        return self._transport.call(
            list_invoice_attachments.request(
                invoice_id=invoice_id,
            ),
            list_invoice_attachments.parse,
            key=list_invoice_attachments.KEY,
        )

    def upload_invoice_attachment(
        self,
        invoice_id: UUID,
        *,
        body: UploadDocumentRequest,
    ) -> Attachment:
        """Attach a file to an invoice

        For contracts, timesheets, and other documents of the invoice. The customer does not see them. The
        file is inspected: its content decides its type, and files that could be harmful are rejected.
        Images lose their metadata, such as the location. It is stored encrypted.

        """
        return self._transport.call(
            upload_invoice_attachment.request(
                invoice_id=invoice_id,
                body=body,
            ),
            upload_invoice_attachment.parse,
            key=upload_invoice_attachment.KEY,
        )

    def delete_invoice_attachment(
        self,
        invoice_id: UUID,
        attachment_id: UUID,
    ) -> None:
        """Delete a file of an invoice

        It is no longer shown, its links stop working, and its content is deleted from the store.

        """
        return self._transport.call(
            delete_invoice_attachment.request(
                invoice_id=invoice_id,
                attachment_id=attachment_id,
            ),
            delete_invoice_attachment.parse,
            key=delete_invoice_attachment.KEY,
        )

    def get_attachment(
        self,
        attachment_id: UUID,
    ) -> InvoiceAttachment:
        """Get a file of an invoice

        With a new link that downloads it.

        """
        return self._transport.call(
            get_attachment.request(
                attachment_id=attachment_id,
            ),
            get_attachment.parse,
            key=get_attachment.KEY,
        )

    def get_overview(
        self,
        *,
        customer_id: UUID | Unset = UNSET,
    ) -> InvoicingOverview:
        """Get what customers owe

        What is due by age, and what was paid.

        """
        return self._transport.call(
            get_invoicing_overview.request(
                customer_id=customer_id,
            ),
            get_invoicing_overview.parse,
            key=get_invoicing_overview.KEY,
        )

    def list_invoice_rows(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        status: ListInvoiceRowsStatus | Unset = UNSET,
        age: InvoiceAge | Unset = UNSET,
        customer_id: UUID | Unset = UNSET,
        search: str | Unset = UNSET,
    ) -> Page[InvoiceRowList, InvoiceRow]:
        """List invoices for the dashboard

        With the customers' names and what is due; newest first.

        """
        return self._transport.page(
            list_invoice_rows.request,
            list_invoice_rows.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "status": status,
                "age": age,
                "customer_id": customer_id,
                "search": search,
            },
            items="invoices",
        )

    def get_invoice_activity(
        self,
        invoice_id: UUID,
    ) -> InvoiceActivity:
        """Get an invoice's payments and timeline

        What is paid and due, the matched payments, what happened, and what the caller may do.

        """
        return self._transport.call(
            get_invoice_activity.request(
                invoice_id=invoice_id,
            ),
            get_invoice_activity.parse,
            key=get_invoice_activity.KEY,
        )

    def list_incoming_payments(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        status: ListIncomingPaymentsStatus | Unset = UNSET,
        suggestions: bool | Unset = UNSET,
    ) -> Page[IncomingPaymentList, IncomingPayment]:
        """List incoming payments

        Deposits that may pay invoices, with their matches; newest first.

        """
        return self._transport.page(
            list_incoming_payments.request,
            list_incoming_payments.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "status": status,
                "suggestions": suggestions,
            },
            items="payments",
        )

    def list_match_suggestions(
        self,
        transaction_id: UUID,
    ) -> MatchSuggestionList:
        """List invoices that a payment may be for

        Unpaid invoices with the number in the memo, a customer's name near the payer's, or the amount; the
        most likely first.

        """
        return self._transport.call(
            list_match_suggestions.request(
                transaction_id=transaction_id,
            ),
            list_match_suggestions.parse,
            key=list_match_suggestions.KEY,
        )

    def get_invoice_settings(
        self,
    ) -> InvoiceSettings:
        """Get the settings for invoices

        Reminders and automatic matching.

        """
        return self._transport.call(
            get_invoice_settings.request(),
            get_invoice_settings.parse,
            key=get_invoice_settings.KEY,
        )


class AsyncInvoicing:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list_customers(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        search: str | Unset = UNSET,
    ) -> AsyncPage[InvoiceCustomerList, InvoiceCustomer]:
        """List customers"""
        return await self._transport.page(
            list_customers.request,
            list_customers.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "search": search,
            },
            items="customers",
        )

    async def create_customer(
        self,
        *,
        body: CreateInvoiceCustomerRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> InvoiceCustomer:
        """Add a customer"""
        return await self._transport.call(
            create_customer.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_customer.parse,
            key=create_customer.KEY,
        )

    async def get_customer(
        self,
        customer_id: UUID,
    ) -> InvoiceCustomer:
        """Get a customer"""
        return await self._transport.call(
            get_customer.request(
                customer_id=customer_id,
            ),
            get_customer.parse,
            key=get_customer.KEY,
        )

    async def update_customer(
        self,
        customer_id: UUID,
        *,
        body: UpdateInvoiceCustomerRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> InvoiceCustomer:
        """Replace a customer"""
        return await self._transport.call(
            update_customer.request(
                customer_id=customer_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            update_customer.parse,
            key=update_customer.KEY,
        )

    async def delete_customer(
        self,
        customer_id: UUID,
    ) -> None:
        """Delete a customer"""
        return await self._transport.call(
            delete_customer.request(
                customer_id=customer_id,
            ),
            delete_customer.parse,
            key=delete_customer.KEY,
        )

    async def patch_customer(
        self,
        customer_id: UUID,
        *,
        body: PatchInvoiceCustomerRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> InvoiceCustomer:
        """Replace a customer"""
        return await self._transport.call(
            patch_customer.request(
                customer_id=customer_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            patch_customer.parse,
            key=patch_customer.KEY,
        )

    async def list_invoices(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        status: InvoiceStatus | Unset = UNSET,
        customer_id: UUID | Unset = UNSET,
    ) -> AsyncPage[InvoiceList, InvoiceSummary]:
        """List invoices"""
        return await self._transport.page(
            list_invoices.request,
            list_invoices.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "status": status,
                "customer_id": customer_id,
            },
            items="invoices",
        )

    async def create_invoice(
        self,
        *,
        body: CreateInvoiceRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Invoice:
        """Create an invoice"""
        return await self._transport.call(
            create_invoice.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_invoice.parse,
            key=create_invoice.KEY,
        )

    async def get_invoice(
        self,
        invoice_id: UUID,
    ) -> Invoice:
        """Get an invoice"""
        return await self._transport.call(
            get_invoice.request(
                invoice_id=invoice_id,
            ),
            get_invoice.parse,
            key=get_invoice.KEY,
        )

    async def update_invoice(
        self,
        invoice_id: UUID,
        *,
        body: UpdateInvoiceRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Invoice:
        """Replace an invoice"""
        return await self._transport.call(
            update_invoice.request(
                invoice_id=invoice_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            update_invoice.parse,
            key=update_invoice.KEY,
        )

    async def patch_invoice(
        self,
        invoice_id: UUID,
        *,
        body: PatchInvoiceRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> Invoice:
        """Replace an invoice"""
        return await self._transport.call(
            patch_invoice.request(
                invoice_id=invoice_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            patch_invoice.parse,
            key=patch_invoice.KEY,
        )

    async def cancel_invoice(
        self,
        invoice_id: UUID,
        *,
        body: IdempotencyKeyRequest | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> None:
        """Cancel an invoice"""
        return await self._transport.call(
            cancel_invoice.request(
                invoice_id=invoice_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            cancel_invoice.parse,
            key=cancel_invoice.KEY,
        )

    async def get_invoice_pdf(
        self,
        invoice_id: str,
    ) -> bytes:
        """Get an invoice as a PDF"""
        return await self._transport.call(
            get_invoice_pdf.request(
                invoice_id=invoice_id,
            ),
            get_invoice_pdf.parse,
            key=get_invoice_pdf.KEY,
        )

    async def list_invoice_attachments(
        self,
        invoice_id: UUID,
    ) -> AttachmentList:
        """List the files of an invoice"""
        return await self._transport.call(
            list_invoice_attachments.request(
                invoice_id=invoice_id,
            ),
            list_invoice_attachments.parse,
            key=list_invoice_attachments.KEY,
        )

    async def upload_invoice_attachment(
        self,
        invoice_id: UUID,
        *,
        body: UploadDocumentRequest,
    ) -> Attachment:
        """Attach a file to an invoice"""
        return await self._transport.call(
            upload_invoice_attachment.request(
                invoice_id=invoice_id,
                body=body,
            ),
            upload_invoice_attachment.parse,
            key=upload_invoice_attachment.KEY,
        )

    async def delete_invoice_attachment(
        self,
        invoice_id: UUID,
        attachment_id: UUID,
    ) -> None:
        """Delete a file of an invoice"""
        return await self._transport.call(
            delete_invoice_attachment.request(
                invoice_id=invoice_id,
                attachment_id=attachment_id,
            ),
            delete_invoice_attachment.parse,
            key=delete_invoice_attachment.KEY,
        )

    async def get_attachment(
        self,
        attachment_id: UUID,
    ) -> InvoiceAttachment:
        """Get a file of an invoice"""
        return await self._transport.call(
            get_attachment.request(
                attachment_id=attachment_id,
            ),
            get_attachment.parse,
            key=get_attachment.KEY,
        )

    async def get_overview(
        self,
        *,
        customer_id: UUID | Unset = UNSET,
    ) -> InvoicingOverview:
        """Get what customers owe"""
        return await self._transport.call(
            get_invoicing_overview.request(
                customer_id=customer_id,
            ),
            get_invoicing_overview.parse,
            key=get_invoicing_overview.KEY,
        )

    async def list_invoice_rows(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        status: ListInvoiceRowsStatus | Unset = UNSET,
        age: InvoiceAge | Unset = UNSET,
        customer_id: UUID | Unset = UNSET,
        search: str | Unset = UNSET,
    ) -> AsyncPage[InvoiceRowList, InvoiceRow]:
        """List invoices for the dashboard"""
        return await self._transport.page(
            list_invoice_rows.request,
            list_invoice_rows.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "status": status,
                "age": age,
                "customer_id": customer_id,
                "search": search,
            },
            items="invoices",
        )

    async def get_invoice_activity(
        self,
        invoice_id: UUID,
    ) -> InvoiceActivity:
        """Get an invoice's payments and timeline"""
        return await self._transport.call(
            get_invoice_activity.request(
                invoice_id=invoice_id,
            ),
            get_invoice_activity.parse,
            key=get_invoice_activity.KEY,
        )

    async def list_incoming_payments(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        status: ListIncomingPaymentsStatus | Unset = UNSET,
        suggestions: bool | Unset = UNSET,
    ) -> AsyncPage[IncomingPaymentList, IncomingPayment]:
        """List incoming payments"""
        return await self._transport.page(
            list_incoming_payments.request,
            list_incoming_payments.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "status": status,
                "suggestions": suggestions,
            },
            items="payments",
        )

    async def list_match_suggestions(
        self,
        transaction_id: UUID,
    ) -> MatchSuggestionList:
        """List invoices that a payment may be for"""
        return await self._transport.call(
            list_match_suggestions.request(
                transaction_id=transaction_id,
            ),
            list_match_suggestions.parse,
            key=list_match_suggestions.KEY,
        )

    async def get_invoice_settings(
        self,
    ) -> InvoiceSettings:
        """Get the settings for invoices"""
        return await self._transport.call(
            get_invoice_settings.request(),
            get_invoice_settings.parse,
            key=get_invoice_settings.KEY,
        )
