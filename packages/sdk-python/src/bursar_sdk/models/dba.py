from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Dba")


@_attrs_define
class Dba:
    """
    Attributes:
        dba_name (str): A name it does business as.
        dba_is_default (bool): True for the default name.
    """

    dba_name: str
    dba_is_default: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        dba_name = self.dba_name

        dba_is_default = self.dba_is_default

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "dbaName": dba_name,
                "dbaIsDefault": dba_is_default,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        dba_name = d.pop("dbaName")

        dba_is_default = d.pop("dbaIsDefault")

        dba = cls(
            dba_name=dba_name,
            dba_is_default=dba_is_default,
        )

        dba.additional_properties = d
        return dba

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
