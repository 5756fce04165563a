"""Operations of the tag pay_page, for both kinds of clients."""

import builtins
from typing import Any

from ...models.authorize_debit_request import AuthorizeDebitRequest
from ...models.payable_invoice import PayableInvoice
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from . import (
    authorize_invoice_debit,
    get_payable_invoice,
    get_payable_invoice_pdf,
)


class PayPage:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def get_payable_invoice(
        self,
        slug: str,
    ) -> PayableInvoice:
        """Get an invoice as its customer

        For the customer's page. An unknown link is refused; guessing links is throttled.

        """
        return self._transport.call(
            get_payable_invoice.request(
                slug=slug,
            ),
            get_payable_invoice.parse,
            key=get_payable_invoice.KEY,
        )

    def get_payable_invoice_pdf(
        self,
        slug: str,
    ) -> bytes:
        """Get an invoice's PDF as its customer

        The same file as the one attached to the email.

        """
        return self._transport.call(
            get_payable_invoice_pdf.request(
                slug=slug,
            ),
            get_payable_invoice_pdf.parse,
            key=get_payable_invoice_pdf.KEY,
        )

    def authorize_invoice_debit(
        self,
        slug: str,
        *,
        body: AuthorizeDebitRequest,
    ) -> PayableInvoice:
        """Pay an invoice by ACH debit

        Records the customer's authorization with the time and address, and submits the debit to the bank.
        The invoice is `Processing` until the money is available, a few banking days later. The same request
        again changes nothing.

        """
        return self._transport.call(
            authorize_invoice_debit.request(
                slug=slug,
                body=body,
            ),
            authorize_invoice_debit.parse,
            key=authorize_invoice_debit.KEY,
        )


class AsyncPayPage:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get_payable_invoice(
        self,
        slug: str,
    ) -> PayableInvoice:
        """Get an invoice as its customer"""
        return await self._transport.call(
            get_payable_invoice.request(
                slug=slug,
            ),
            get_payable_invoice.parse,
            key=get_payable_invoice.KEY,
        )

    async def get_payable_invoice_pdf(
        self,
        slug: str,
    ) -> bytes:
        """Get an invoice's PDF as its customer"""
        return await self._transport.call(
            get_payable_invoice_pdf.request(
                slug=slug,
            ),
            get_payable_invoice_pdf.parse,
            key=get_payable_invoice_pdf.KEY,
        )

    async def authorize_invoice_debit(
        self,
        slug: str,
        *,
        body: AuthorizeDebitRequest,
    ) -> PayableInvoice:
        """Pay an invoice by ACH debit"""
        return await self._transport.call(
            authorize_invoice_debit.request(
                slug=slug,
                body=body,
            ),
            authorize_invoice_debit.parse,
            key=authorize_invoice_debit.KEY,
        )
