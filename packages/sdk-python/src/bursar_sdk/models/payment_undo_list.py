from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.payment_undo import PaymentUndo


T = TypeVar("T", bound="PaymentUndoList")


@_attrs_define
class PaymentUndoList:
    """
    Attributes:
        undos (list[PaymentUndo]): At most 200, the oldest first.
    """

    undos: list[PaymentUndo]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        undos = []
        for undos_item_data in self.undos:
            undos_item = undos_item_data.to_dict()
            undos.append(undos_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "undos": undos,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.payment_undo import PaymentUndo  # noqa: PLC0415

        d = dict(src_dict)
        undos = []
        _undos = d.pop("undos")
        for undos_item_data in _undos:
            undos_item = PaymentUndo.from_dict(undos_item_data)

            undos.append(undos_item)

        payment_undo_list = cls(
            undos=undos,
        )

        payment_undo_list.additional_properties = d
        return payment_undo_list

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
