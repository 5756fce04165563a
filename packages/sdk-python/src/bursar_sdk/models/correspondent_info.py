from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="CorrespondentInfo")


@_attrs_define
class CorrespondentInfo:
    """The correspondent bank.

    Attributes:
        bank_name (None | str): Name of the bank.
        routing_number (None | str): Its routing number.
        swift_code (None | str): Its BIC.
    """

    bank_name: None | str
    routing_number: None | str
    swift_code: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bank_name: None | str
        bank_name = self.bank_name

        routing_number: None | str
        routing_number = self.routing_number

        swift_code: None | str
        swift_code = self.swift_code

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "bankName": bank_name,
                "routingNumber": routing_number,
                "swiftCode": swift_code,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_bank_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        bank_name = _parse_bank_name(d.pop("bankName"))

        def _parse_routing_number(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        routing_number = _parse_routing_number(d.pop("routingNumber"))

        def _parse_swift_code(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        swift_code = _parse_swift_code(d.pop("swiftCode"))

        correspondent_info = cls(
            bank_name=bank_name,
            routing_number=routing_number,
            swift_code=swift_code,
        )

        correspondent_info.additional_properties = d
        return correspondent_info

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
