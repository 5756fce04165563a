from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.payment_undo import PaymentUndo
    from ..models.payment_undo_terms import PaymentUndoTerms


T = TypeVar("T", bound="PaymentUndoOptions")


@_attrs_define
class PaymentUndoOptions:
    """
    Attributes:
        possible (None | PaymentUndoTerms):
        refusal (None | str): Why it cannot be undone now, and what to do instead.
        undos (list[PaymentUndo]): The requests of this payment, the latest first.
    """

    possible: None | PaymentUndoTerms
    refusal: None | str
    undos: list[PaymentUndo]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.payment_undo_terms import PaymentUndoTerms  # noqa: PLC0415

        possible: dict[str, Any] | None
        if isinstance(self.possible, PaymentUndoTerms):
            possible = self.possible.to_dict()
        else:
            possible = self.possible

        refusal: None | str
        refusal = self.refusal

        undos = []
        for undos_item_data in self.undos:
            undos_item = undos_item_data.to_dict()
            undos.append(undos_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "possible": possible,
                "refusal": refusal,
                "undos": undos,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.payment_undo import PaymentUndo  # noqa: PLC0415
        from ..models.payment_undo_terms import PaymentUndoTerms  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_possible(data: object) -> None | PaymentUndoTerms:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                possible_type_0 = PaymentUndoTerms.from_dict(data)

                return possible_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PaymentUndoTerms, data)

        possible = _parse_possible(d.pop("possible"))

        def _parse_refusal(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        refusal = _parse_refusal(d.pop("refusal"))

        undos = []
        _undos = d.pop("undos")
        for undos_item_data in _undos:
            undos_item = PaymentUndo.from_dict(undos_item_data)

            undos.append(undos_item)

        payment_undo_options = cls(
            possible=possible,
            refusal=refusal,
            undos=undos,
        )

        payment_undo_options.additional_properties = d
        return payment_undo_options

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
