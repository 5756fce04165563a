from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_undo_kind import PaymentUndoKind, check_payment_undo_kind
from ..models.payment_undo_reason import PaymentUndoReason, check_payment_undo_reason

T = TypeVar("T", bound="PaymentUndoTerms")


@_attrs_define
class PaymentUndoTerms:
    """How the payment can be undone now; null if it cannot.

    Attributes:
        kind (PaymentUndoKind): `reversal`: an ACH debit takes the money back. `recall`: the recipient's bank is asked
            to return a wire or a real-time payment.
        reasons (list[PaymentUndoReason]): The reasons that it may be undone for.
        until (datetime.datetime | None): Until when it can be reversed; null for recalls, which have no deadline.
    """

    kind: PaymentUndoKind
    reasons: list[PaymentUndoReason]
    until: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind: str = self.kind

        reasons = []
        for reasons_item_data in self.reasons:
            reasons_item: str = reasons_item_data
            reasons.append(reasons_item)

        until: None | str
        if isinstance(self.until, datetime.datetime):
            until = self.until.isoformat()
        else:
            until = self.until

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "reasons": reasons,
                "until": until,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kind = check_payment_undo_kind(d.pop("kind"))

        reasons = []
        _reasons = d.pop("reasons")
        for reasons_item_data in _reasons:
            reasons_item = check_payment_undo_reason(reasons_item_data)

            reasons.append(reasons_item)

        def _parse_until(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                until_type_0 = datetime.datetime.fromisoformat(data)

                return until_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        until = _parse_until(d.pop("until"))

        payment_undo_terms = cls(
            kind=kind,
            reasons=reasons,
            until=until,
        )

        payment_undo_terms.additional_properties = d
        return payment_undo_terms

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
