from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.name_on_payment import NameOnPayment


T = TypeVar("T", bound="NameSpelling")


@_attrs_define
class NameSpelling:
    """How a name is written in payments.

    Attributes:
        name_on_payments (list[NameOnPayment]): By every payment method; empty if the name cannot be written.
        name_problem (None | str): Why the name cannot be written in payments, and what to do; null if it can.
    """

    name_on_payments: list[NameOnPayment]
    name_problem: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name_on_payments = []
        for name_on_payments_item_data in self.name_on_payments:
            name_on_payments_item = name_on_payments_item_data.to_dict()
            name_on_payments.append(name_on_payments_item)

        name_problem: None | str
        name_problem = self.name_problem

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nameOnPayments": name_on_payments,
                "nameProblem": name_problem,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.name_on_payment import NameOnPayment  # noqa: PLC0415

        d = dict(src_dict)
        name_on_payments = []
        _name_on_payments = d.pop("nameOnPayments")
        for name_on_payments_item_data in _name_on_payments:
            name_on_payments_item = NameOnPayment.from_dict(name_on_payments_item_data)

            name_on_payments.append(name_on_payments_item)

        def _parse_name_problem(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name_problem = _parse_name_problem(d.pop("nameProblem"))

        name_spelling = cls(
            name_on_payments=name_on_payments,
            name_problem=name_problem,
        )

        name_spelling.additional_properties = d
        return name_spelling

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
