from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CashFlowMonth")


@_attrs_define
class CashFlowMonth:
    """
    Attributes:
        month (str): A month in New York, YYYY-MM.
        in_ (float): Inflow. US dollars.
        out (float): Outflow, as a positive number. US dollars.
    """

    month: str
    in_: float
    out: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        month = self.month

        in_ = self.in_

        out = self.out

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "month": month,
                "in": in_,
                "out": out,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        month = d.pop("month")

        in_ = d.pop("in")

        out = d.pop("out")

        cash_flow_month = cls(
            month=month,
            in_=in_,
            out=out,
        )

        cash_flow_month.additional_properties = d
        return cash_flow_month

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
