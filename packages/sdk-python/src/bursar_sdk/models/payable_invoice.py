from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.invoice_status import InvoiceStatus, check_invoice_status

if TYPE_CHECKING:
    from ..models.brand import Brand
    from ..models.debit_offer import DebitOffer
    from ..models.payable_invoice_line import PayableInvoiceLine
    from ..models.transfer_instructions import TransferInstructions


T = TypeVar("T", bound="PayableInvoice")


@_attrs_define
class PayableInvoice:
    """An invoice as its customer sees it.

    Attributes:
        organization_name (str): Who sent the invoice.
        brand (Brand): The logo and the color of the organization.
        customer_name (str): Who pays.
        invoice_number (str): The invoice's number.
        status (InvoiceStatus):
        invoice_date (datetime.date): The date of the invoice. A date in New York, YYYY-MM-DD.
        due_date (datetime.date): When it is due. A date in New York, YYYY-MM-DD.
        is_overdue (bool): Whether the due date has passed and something is due.
        service_period_start_date (datetime.date | None): First day of the service period. A date in New York, YYYY-MM-
            DD.
        service_period_end_date (datetime.date | None): Last day of the service period. A date in New York, YYYY-MM-DD.
        po_number (None | str): The customer's purchase order.
        payer_memo (None | str): The sender's note.
        line_items (list[PayableInvoiceLine]): The lines.
        subtotal (float): The lines. US dollars.
        sales_tax (float): Their tax. US dollars.
        amount (float): The invoice's amount. US dollars.
        amount_paid (float): What has been paid. US dollars.
        amount_due (float): What is left to pay. US dollars.
        transfer (None | TransferInstructions):
        debit (DebitOffer): Payment by ACH debit.
    """

    organization_name: str
    brand: Brand
    customer_name: str
    invoice_number: str
    status: InvoiceStatus
    invoice_date: datetime.date
    due_date: datetime.date
    is_overdue: bool
    service_period_start_date: datetime.date | None
    service_period_end_date: datetime.date | None
    po_number: None | str
    payer_memo: None | str
    line_items: list[PayableInvoiceLine]
    subtotal: float
    sales_tax: float
    amount: float
    amount_paid: float
    amount_due: float
    transfer: None | TransferInstructions
    debit: DebitOffer
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.transfer_instructions import TransferInstructions  # noqa: PLC0415

        organization_name = self.organization_name

        brand = self.brand.to_dict()

        customer_name = self.customer_name

        invoice_number = self.invoice_number

        status: str = self.status

        invoice_date = self.invoice_date.isoformat()

        due_date = self.due_date.isoformat()

        is_overdue = self.is_overdue

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

        po_number: None | str
        po_number = self.po_number

        payer_memo: None | str
        payer_memo = self.payer_memo

        line_items = []
        for line_items_item_data in self.line_items:
            line_items_item = line_items_item_data.to_dict()
            line_items.append(line_items_item)

        subtotal = self.subtotal

        sales_tax = self.sales_tax

        amount = self.amount

        amount_paid = self.amount_paid

        amount_due = self.amount_due

        transfer: dict[str, Any] | None
        if isinstance(self.transfer, TransferInstructions):
            transfer = self.transfer.to_dict()
        else:
            transfer = self.transfer

        debit = self.debit.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "organizationName": organization_name,
                "brand": brand,
                "customerName": customer_name,
                "invoiceNumber": invoice_number,
                "status": status,
                "invoiceDate": invoice_date,
                "dueDate": due_date,
                "isOverdue": is_overdue,
                "servicePeriodStartDate": service_period_start_date,
                "servicePeriodEndDate": service_period_end_date,
                "poNumber": po_number,
                "payerMemo": payer_memo,
                "lineItems": line_items,
                "subtotal": subtotal,
                "salesTax": sales_tax,
                "amount": amount,
                "amountPaid": amount_paid,
                "amountDue": amount_due,
                "transfer": transfer,
                "debit": debit,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.brand import Brand  # noqa: PLC0415
        from ..models.debit_offer import DebitOffer  # noqa: PLC0415
        from ..models.payable_invoice_line import PayableInvoiceLine  # noqa: PLC0415
        from ..models.transfer_instructions import TransferInstructions  # noqa: PLC0415

        d = dict(src_dict)
        organization_name = d.pop("organizationName")

        brand = Brand.from_dict(d.pop("brand"))

        customer_name = d.pop("customerName")

        invoice_number = d.pop("invoiceNumber")

        status = check_invoice_status(d.pop("status"))

        invoice_date = datetime.date.fromisoformat(d.pop("invoiceDate"))

        due_date = datetime.date.fromisoformat(d.pop("dueDate"))

        is_overdue = d.pop("isOverdue")

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

        line_items = []
        _line_items = d.pop("lineItems")
        for line_items_item_data in _line_items:
            line_items_item = PayableInvoiceLine.from_dict(line_items_item_data)

            line_items.append(line_items_item)

        subtotal = d.pop("subtotal")

        sales_tax = d.pop("salesTax")

        amount = d.pop("amount")

        amount_paid = d.pop("amountPaid")

        amount_due = d.pop("amountDue")

        def _parse_transfer(data: object) -> None | TransferInstructions:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                transfer_type_0 = TransferInstructions.from_dict(data)

                return transfer_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TransferInstructions, data)

        transfer = _parse_transfer(d.pop("transfer"))

        debit = DebitOffer.from_dict(d.pop("debit"))

        payable_invoice = cls(
            organization_name=organization_name,
            brand=brand,
            customer_name=customer_name,
            invoice_number=invoice_number,
            status=status,
            invoice_date=invoice_date,
            due_date=due_date,
            is_overdue=is_overdue,
            service_period_start_date=service_period_start_date,
            service_period_end_date=service_period_end_date,
            po_number=po_number,
            payer_memo=payer_memo,
            line_items=line_items,
            subtotal=subtotal,
            sales_tax=sales_tax,
            amount=amount,
            amount_paid=amount_paid,
            amount_due=amount_due,
            transfer=transfer,
            debit=debit,
        )

        payable_invoice.additional_properties = d
        return payable_invoice

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
