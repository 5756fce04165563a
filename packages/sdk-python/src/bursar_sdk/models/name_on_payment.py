from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_method import PaymentMethod, check_payment_method

T = TypeVar("T", bound="NameOnPayment")


@_attrs_define
class NameOnPayment:
    """A name as payments by the method carry it.

    Attributes:
        payment_method (PaymentMethod):
        name (str): In plain Latin letters, cut at the width of the field.
    """

    payment_method: PaymentMethod
    name: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        payment_method: str = self.payment_method

        name = self.name

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "paymentMethod": payment_method,
                "name": name,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        payment_method = check_payment_method(d.pop("paymentMethod"))

        name = d.pop("name")

        name_on_payment = cls(
            payment_method=payment_method,
            name=name,
        )

        name_on_payment.additional_properties = d
        return name_on_payment

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
