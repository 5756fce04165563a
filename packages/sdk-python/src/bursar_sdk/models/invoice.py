from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.invoice_status import InvoiceStatus, check_invoice_status

if TYPE_CHECKING:
    from ..models.invoice_line_item import InvoiceLineItem


T = TypeVar("T", bound="Invoice")


@_attrs_define
class Invoice:
    """An invoice.

    Attributes:
        id (UUID): The invoice.
        slug (str): The last part of the pay page's address, `/pay/{slug}`: for the customer only.
        status (InvoiceStatus):
        amount (float): The lines plus their tax. US dollars.
        created_at (datetime.datetime): When it was created.
        updated_at (datetime.datetime): When it last changed.
        canceled_at (datetime.datetime | None): When it was canceled.
        customer_id (UUID): Who pays.
        destination_account_id (UUID): The account that receives the payment.
        currency_code (str): Always USD.
        invoice_date (datetime.date): The date of the invoice. A date in New York, YYYY-MM-DD.
        due_date (datetime.date): When it is due. A date in New York, YYYY-MM-DD.
        invoice_number (str): The invoice's number, unique within the organization; letter case, spaces, and punctuation
            do not matter.
        cc_emails (list[str]): Who gets copies of the emails.
        ach_debit_enabled (bool): Whether the customer can pay by ACH debit on the pay page, if the bank supports it.
        credit_card_enabled (bool): Always false.
        use_real_account_number (bool): Whether the PDF shows the account number. The pay page always does, because
            there are no virtual account numbers.
        po_number (None | str): The customer's purchase order.
        payer_memo (None | str): A note to the customer, shown on the invoice.
        internal_note (None | str): A note that the customer does not see.
        service_period_start_date (datetime.date | None): First day of the service period. A date in New York, YYYY-MM-
            DD.
        service_period_end_date (datetime.date | None): Last day of the service period. A date in New York, YYYY-MM-DD.
        line_items (list[InvoiceLineItem]): The lines. Each line, and each line's tax, is rounded to a cent (a half away
            from zero); the amount is their sum.
    """

    id: UUID
    slug: str
    status: InvoiceStatus
    amount: float
    created_at: datetime.datetime
    updated_at: datetime.datetime
    canceled_at: datetime.datetime | None
    customer_id: UUID
    destination_account_id: UUID
    currency_code: str
    invoice_date: datetime.date
    due_date: datetime.date
    invoice_number: str
    cc_emails: list[str]
    ach_debit_enabled: bool
    credit_card_enabled: bool
    use_real_account_number: bool
    po_number: None | str
    payer_memo: None | str
    internal_note: None | str
    service_period_start_date: datetime.date | None
    service_period_end_date: datetime.date | None
    line_items: list[InvoiceLineItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        slug = self.slug

        status: str = self.status

        amount = self.amount

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        canceled_at: None | str
        if isinstance(self.canceled_at, datetime.datetime):
            canceled_at = self.canceled_at.isoformat()
        else:
            canceled_at = self.canceled_at

        customer_id = str(self.customer_id)

        destination_account_id = str(self.destination_account_id)

        currency_code = self.currency_code

        invoice_date = self.invoice_date.isoformat()

        due_date = self.due_date.isoformat()

        invoice_number = self.invoice_number

        cc_emails = self.cc_emails

        ach_debit_enabled = self.ach_debit_enabled

        credit_card_enabled = self.credit_card_enabled

        use_real_account_number = self.use_real_account_number

        po_number: None | str
        po_number = self.po_number

        payer_memo: None | str
        payer_memo = self.payer_memo

        internal_note: None | str
        internal_note = self.internal_note

        service_period_start_date: None | str
        if isinstance(self.service_period_start_date, datetime.date):
            service_period_start_date = self.service_period_start_date.isoformat()
        else:
            service_period_start_date = self.service_period_start_date

        service_period_end_date: None | str
        if isinstance(self.service_period_end_date, datetime.date):
            service_period_end_date = self.service_period_end_date.isoformat()
        else:
            service_period_end_date = self.service_period_end_date

        line_items = []
        for line_items_item_data in self.line_items:
            line_items_item = line_items_item_data.to_dict()
            line_items.append(line_items_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "slug": slug,
                "status": status,
                "amount": amount,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "canceledAt": canceled_at,
                "customerId": customer_id,
                "destinationAccountId": destination_account_id,
                "currencyCode": currency_code,
                "invoiceDate": invoice_date,
                "dueDate": due_date,
                "invoiceNumber": invoice_number,
                "ccEmails": cc_emails,
                "achDebitEnabled": ach_debit_enabled,
                "creditCardEnabled": credit_card_enabled,
                "useRealAccountNumber": use_real_account_number,
                "poNumber": po_number,
                "payerMemo": payer_memo,
                "internalNote": internal_note,
                "servicePeriodStartDate": service_period_start_date,
                "servicePeriodEndDate": service_period_end_date,
                "lineItems": line_items,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice_line_item import InvoiceLineItem  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        slug = d.pop("slug")

        status = check_invoice_status(d.pop("status"))

        amount = d.pop("amount")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))

        def _parse_canceled_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                canceled_at_type_0 = datetime.datetime.fromisoformat(data)

                return canceled_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        canceled_at = _parse_canceled_at(d.pop("canceledAt"))

        customer_id = UUID(d.pop("customerId"))

        destination_account_id = UUID(d.pop("destinationAccountId"))

        currency_code = d.pop("currencyCode")

        invoice_date = datetime.date.fromisoformat(d.pop("invoiceDate"))

        due_date = datetime.date.fromisoformat(d.pop("dueDate"))

        invoice_number = d.pop("invoiceNumber")

        cc_emails = cast(list[str], d.pop("ccEmails"))

        ach_debit_enabled = d.pop("achDebitEnabled")

        credit_card_enabled = d.pop("creditCardEnabled")

        use_real_account_number = d.pop("useRealAccountNumber")

        def _parse_po_number(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        po_number = _parse_po_number(d.pop("poNumber"))

        def _parse_payer_memo(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        payer_memo = _parse_payer_memo(d.pop("payerMemo"))

        def _parse_internal_note(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        internal_note = _parse_internal_note(d.pop("internalNote"))

        def _parse_service_period_start_date(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                service_period_start_date_type_0 = datetime.date.fromisoformat(data)

                return service_period_start_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        service_period_start_date = _parse_service_period_start_date(d.pop("servicePeriodStartDate"))

        def _parse_service_period_end_date(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                service_period_end_date_type_0 = datetime.date.fromisoformat(data)

                return service_period_end_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        service_period_end_date = _parse_service_period_end_date(d.pop("servicePeriodEndDate"))

        line_items = []
        _line_items = d.pop("lineItems")
        for line_items_item_data in _line_items:
            line_items_item = InvoiceLineItem.from_dict(line_items_item_data)

            line_items.append(line_items_item)

        invoice = cls(
            id=id,
            slug=slug,
            status=status,
            amount=amount,
            created_at=created_at,
            updated_at=updated_at,
            canceled_at=canceled_at,
            customer_id=customer_id,
            destination_account_id=destination_account_id,
            currency_code=currency_code,
            invoice_date=invoice_date,
            due_date=due_date,
            invoice_number=invoice_number,
            cc_emails=cc_emails,
            ach_debit_enabled=ach_debit_enabled,
            credit_card_enabled=credit_card_enabled,
            use_real_account_number=use_real_account_number,
            po_number=po_number,
            payer_memo=payer_memo,
            internal_note=internal_note,
            service_period_start_date=service_period_start_date,
            service_period_end_date=service_period_end_date,
            line_items=line_items,
        )

        invoice.additional_properties = d
        return invoice

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
