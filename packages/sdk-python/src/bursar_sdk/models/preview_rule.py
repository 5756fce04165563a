from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PreviewRule")


@_attrs_define
class PreviewRule:
    """The approval rule that applies to the payment as a request.

    Attributes:
        name (str): Its name.
        description (str): What it requires, in a sentence.
        binds_direct_send (bool): Whether sending the payment directly is rejected with `approvalRequired`.
    """

    name: str
    description: str
    binds_direct_send: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        description = self.description

        binds_direct_send = self.binds_direct_send

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "description": description,
                "bindsDirectSend": binds_direct_send,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        description = d.pop("description")

        binds_direct_send = d.pop("bindsDirectSend")

        preview_rule = cls(
            name=name,
            description=description,
            binds_direct_send=binds_direct_send,
        )

        preview_rule.additional_properties = d
        return preview_rule

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
