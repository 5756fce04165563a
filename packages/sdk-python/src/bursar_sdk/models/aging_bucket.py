from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.invoice_age import InvoiceAge, check_invoice_age

T = TypeVar("T", bound="AgingBucket")


@_attrs_define
class AgingBucket:
    """What is due, by age.

    Attributes:
        bucket (InvoiceAge):
        invoices (int): How many invoices.
        amount_due (float): What is due on them. US dollars.
    """

    bucket: InvoiceAge
    invoices: int
    amount_due: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bucket: str = self.bucket

        invoices = self.invoices

        amount_due = self.amount_due

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "bucket": bucket,
                "invoices": invoices,
                "amountDue": amount_due,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        bucket = check_invoice_age(d.pop("bucket"))

        invoices = d.pop("invoices")

        amount_due = d.pop("amountDue")

        aging_bucket = cls(
            bucket=bucket,
            invoices=invoices,
            amount_due=amount_due,
        )

        aging_bucket.additional_properties = d
        return aging_bucket

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
