from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.invoice_status import InvoiceStatus, check_invoice_status

T = TypeVar("T", bound="InvoiceRow")


@_attrs_define
class InvoiceRow:
    """An invoice in the dashboard's list.

    Attributes:
        id (UUID): The invoice.
        invoice_number (str): Its number.
        customer_id (UUID): Who pays.
        customer_name (str): The customer's name.
        status (InvoiceStatus):
        is_overdue (bool): Unpaid after its due date.
        amount (float): The amount. US dollars.
        amount_due (float): What is left to pay. US dollars.
        invoice_date (datetime.date): The date of the invoice. A date in New York, YYYY-MM-DD.
        due_date (datetime.date): When it is due. A date in New York, YYYY-MM-DD.
    """

    id: UUID
    invoice_number: str
    customer_id: UUID
    customer_name: str
    status: InvoiceStatus
    is_overdue: bool
    amount: float
    amount_due: float
    invoice_date: datetime.date
    due_date: datetime.date
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        invoice_number = self.invoice_number

        customer_id = str(self.customer_id)

        customer_name = self.customer_name

        status: str = self.status

        is_overdue = self.is_overdue

        amount = self.amount

        amount_due = self.amount_due

        invoice_date = self.invoice_date.isoformat()

        due_date = self.due_date.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "invoiceNumber": invoice_number,
                "customerId": customer_id,
                "customerName": customer_name,
                "status": status,
                "isOverdue": is_overdue,
                "amount": amount,
                "amountDue": amount_due,
                "invoiceDate": invoice_date,
                "dueDate": due_date,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        invoice_number = d.pop("invoiceNumber")

        customer_id = UUID(d.pop("customerId"))

        customer_name = d.pop("customerName")

        status = check_invoice_status(d.pop("status"))

        is_overdue = d.pop("isOverdue")

        amount = d.pop("amount")

        amount_due = d.pop("amountDue")

        invoice_date = datetime.date.fromisoformat(d.pop("invoiceDate"))

        due_date = datetime.date.fromisoformat(d.pop("dueDate"))

        invoice_row = cls(
            id=id,
            invoice_number=invoice_number,
            customer_id=customer_id,
            customer_name=customer_name,
            status=status,
            is_overdue=is_overdue,
            amount=amount,
            amount_due=amount_due,
            invoice_date=invoice_date,
            due_date=due_date,
        )

        invoice_row.additional_properties = d
        return invoice_row

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
