from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.invoice_line_item_request import InvoiceLineItemRequest


T = TypeVar("T", bound="UpdateInvoiceRequest")


@_attrs_define
class UpdateInvoiceRequest:
    """All of an invoice's members that can change. Omitted optional members are removed.

    Attributes:
        invoice_date (datetime.date): The date of the invoice. A date in New York, YYYY-MM-DD.
        due_date (datetime.date): When it is due; not before `invoiceDate`. A date in New York, YYYY-MM-DD.
        cc_emails (list[str]): Who gets copies of the emails.
        ach_debit_enabled (bool): Whether the customer can pay by ACH debit on the pay page, if the bank supports it.
        credit_card_enabled (bool): Must be false: this service has no card processor.
        use_real_account_number (bool): Whether the PDF shows the account number. The pay page always does, because
            there are no virtual account numbers.
        line_items (list[InvoiceLineItemRequest]): The lines. Each line, and each line's tax, is rounded to a cent (a
            half away from zero); the amount is their sum.
        invoice_number (str): The invoice's number, unique within the organization; letter case, spaces, and punctuation
            do not matter. A number of the series can be changed once, to one that no invoice has or had; it stays reserved.
        po_number (None | str | Unset): The customer's purchase order.
        payer_memo (None | str | Unset): A note to the customer, shown on the invoice.
        internal_note (None | str | Unset): A note that the customer does not see.
        service_period_start_date (datetime.date | None | Unset): First day of the service period. A date in New York,
            YYYY-MM-DD.
        service_period_end_date (datetime.date | None | Unset): Last day of the service period. A date in New York,
            YYYY-MM-DD.
        idempotency_key (None | str | Unset):
    """

    invoice_date: datetime.date
    due_date: datetime.date
    cc_emails: list[str]
    ach_debit_enabled: bool
    credit_card_enabled: bool
    use_real_account_number: bool
    line_items: list[InvoiceLineItemRequest]
    invoice_number: str
    po_number: None | str | Unset = UNSET
    payer_memo: None | str | Unset = UNSET
    internal_note: None | str | Unset = UNSET
    service_period_start_date: datetime.date | None | Unset = UNSET
    service_period_end_date: datetime.date | None | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        invoice_date = self.invoice_date.isoformat()

        due_date = self.due_date.isoformat()

        cc_emails = self.cc_emails

        ach_debit_enabled = self.ach_debit_enabled

        credit_card_enabled = self.credit_card_enabled

        use_real_account_number = self.use_real_account_number

        line_items = []
        for line_items_item_data in self.line_items:
            line_items_item = line_items_item_data.to_dict()
            line_items.append(line_items_item)

        invoice_number = self.invoice_number

        po_number: None | str | Unset
        if isinstance(self.po_number, Unset):
            po_number = UNSET
        else:
            po_number = self.po_number

        payer_memo: None | str | Unset
        if isinstance(self.payer_memo, Unset):
            payer_memo = UNSET
        else:
            payer_memo = self.payer_memo

        internal_note: None | str | Unset
        if isinstance(self.internal_note, Unset):
            internal_note = UNSET
        else:
            internal_note = self.internal_note

        service_period_start_date: None | str | Unset
        if isinstance(self.service_period_start_date, Unset):
            service_period_start_date = UNSET
        elif isinstance(self.service_period_start_date, datetime.date):
            service_period_start_date = self.service_period_start_date.isoformat()
        else:
            service_period_start_date = self.service_period_start_date

        service_period_end_date: None | str | Unset
        if isinstance(self.service_period_end_date, Unset):
            service_period_end_date = UNSET
        elif isinstance(self.service_period_end_date, datetime.date):
            service_period_end_date = self.service_period_end_date.isoformat()
        else:
            service_period_end_date = self.service_period_end_date

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "invoiceDate": invoice_date,
                "dueDate": due_date,
                "ccEmails": cc_emails,
                "achDebitEnabled": ach_debit_enabled,
                "creditCardEnabled": credit_card_enabled,
                "useRealAccountNumber": use_real_account_number,
                "lineItems": line_items,
                "invoiceNumber": invoice_number,
            }
        )
        if po_number is not UNSET:
            field_dict["poNumber"] = po_number
        if payer_memo is not UNSET:
            field_dict["payerMemo"] = payer_memo
        if internal_note is not UNSET:
            field_dict["internalNote"] = internal_note
        if service_period_start_date is not UNSET:
            field_dict["servicePeriodStartDate"] = service_period_start_date
        if service_period_end_date is not UNSET:
            field_dict["servicePeriodEndDate"] = service_period_end_date
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice_line_item_request import InvoiceLineItemRequest  # noqa: PLC0415

        d = dict(src_dict)
        invoice_date = datetime.date.fromisoformat(d.pop("invoiceDate"))

        due_date = datetime.date.fromisoformat(d.pop("dueDate"))

        cc_emails = cast(list[str], d.pop("ccEmails"))

        ach_debit_enabled = d.pop("achDebitEnabled")

        credit_card_enabled = d.pop("creditCardEnabled")

        use_real_account_number = d.pop("useRealAccountNumber")

        line_items = []
        _line_items = d.pop("lineItems")
        for line_items_item_data in _line_items:
            line_items_item = InvoiceLineItemRequest.from_dict(line_items_item_data)

            line_items.append(line_items_item)

        invoice_number = d.pop("invoiceNumber")

        def _parse_po_number(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        po_number = _parse_po_number(d.pop("poNumber", UNSET))

        def _parse_payer_memo(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        payer_memo = _parse_payer_memo(d.pop("payerMemo", UNSET))

        def _parse_internal_note(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        internal_note = _parse_internal_note(d.pop("internalNote", UNSET))

        def _parse_service_period_start_date(data: object) -> datetime.date | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                service_period_start_date_type_0 = datetime.date.fromisoformat(data)

                return service_period_start_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None | Unset, data)

        service_period_start_date = _parse_service_period_start_date(d.pop("servicePeriodStartDate", UNSET))

        def _parse_service_period_end_date(data: object) -> datetime.date | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                service_period_end_date_type_0 = datetime.date.fromisoformat(data)

                return service_period_end_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None | Unset, data)

        service_period_end_date = _parse_service_period_end_date(d.pop("servicePeriodEndDate", UNSET))

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        update_invoice_request = cls(
            invoice_date=invoice_date,
            due_date=due_date,
            cc_emails=cc_emails,
            ach_debit_enabled=ach_debit_enabled,
            credit_card_enabled=credit_card_enabled,
            use_real_account_number=use_real_account_number,
            line_items=line_items,
            invoice_number=invoice_number,
            po_number=po_number,
            payer_memo=payer_memo,
            internal_note=internal_note,
            service_period_start_date=service_period_start_date,
            service_period_end_date=service_period_end_date,
            idempotency_key=idempotency_key,
        )

        return update_invoice_request
