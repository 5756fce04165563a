from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_method import PaymentMethod, check_payment_method
from ..models.transaction_timeline_allowed_actions_item import (
    TransactionTimelineAllowedActionsItem,
    check_transaction_timeline_allowed_actions_item,
)

if TYPE_CHECKING:
    from ..models.timeline_entry import TimelineEntry


T = TypeVar("T", bound="TransactionTimeline")


@_attrs_define
class TransactionTimeline:
    """
    Attributes:
        entries (list[TimelineEntry]): Events, oldest first.
        allowed_actions (list[TransactionTimelineAllowedActionsItem]): What the caller may do now; the last four in
            sandbox mode only.
        payment_method (None | PaymentMethod): The payment method; null if it is not a payment.
        other_side_id (None | str): The matching transaction of a transfer, on the other account.
    """

    entries: list[TimelineEntry]
    allowed_actions: list[TransactionTimelineAllowedActionsItem]
    payment_method: None | PaymentMethod
    other_side_id: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        entries = []
        for entries_item_data in self.entries:
            entries_item = entries_item_data.to_dict()
            entries.append(entries_item)

        allowed_actions = []
        for allowed_actions_item_data in self.allowed_actions:
            allowed_actions_item: str = allowed_actions_item_data
            allowed_actions.append(allowed_actions_item)

        payment_method: None | str
        if isinstance(self.payment_method, str):
            payment_method = self.payment_method
        else:
            payment_method = self.payment_method

        other_side_id: None | str
        other_side_id = self.other_side_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "entries": entries,
                "allowedActions": allowed_actions,
                "paymentMethod": payment_method,
                "otherSideId": other_side_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.timeline_entry import TimelineEntry  # noqa: PLC0415

        d = dict(src_dict)
        entries = []
        _entries = d.pop("entries")
        for entries_item_data in _entries:
            entries_item = TimelineEntry.from_dict(entries_item_data)

            entries.append(entries_item)

        allowed_actions = []
        _allowed_actions = d.pop("allowedActions")
        for allowed_actions_item_data in _allowed_actions:
            allowed_actions_item = check_transaction_timeline_allowed_actions_item(allowed_actions_item_data)

            allowed_actions.append(allowed_actions_item)

        def _parse_payment_method(data: object) -> None | PaymentMethod:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                payment_method_type_0 = check_payment_method(data)

                return payment_method_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PaymentMethod, data)

        payment_method = _parse_payment_method(d.pop("paymentMethod"))

        def _parse_other_side_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        other_side_id = _parse_other_side_id(d.pop("otherSideId"))

        transaction_timeline = cls(
            entries=entries,
            allowed_actions=allowed_actions,
            payment_method=payment_method,
            other_side_id=other_side_id,
        )

        transaction_timeline.additional_properties = d
        return transaction_timeline

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
