from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.bank_connection import BankConnection


T = TypeVar("T", bound="BankConnectionList")


@_attrs_define
class BankConnectionList:
    """
    Attributes:
        bank_connections (list[BankConnection]): All of them.
    """

    bank_connections: list[BankConnection]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bank_connections = []
        for bank_connections_item_data in self.bank_connections:
            bank_connections_item = bank_connections_item_data.to_dict()
            bank_connections.append(bank_connections_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "bankConnections": bank_connections,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bank_connection import BankConnection  # noqa: PLC0415

        d = dict(src_dict)
        bank_connections = []
        _bank_connections = d.pop("bankConnections")
        for bank_connections_item_data in _bank_connections:
            bank_connections_item = BankConnection.from_dict(bank_connections_item_data)

            bank_connections.append(bank_connections_item)

        bank_connection_list = cls(
            bank_connections=bank_connections,
        )

        bank_connection_list.additional_properties = d
        return bank_connection_list

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
