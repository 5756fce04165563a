from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payment_undo_decision import PaymentUndoDecision, check_payment_undo_decision

T = TypeVar("T", bound="PaymentUndoReview")


@_attrs_define
class PaymentUndoReview:
    """
    Attributes:
        user_id (UUID): The user.
        decision (PaymentUndoDecision): The decision.
        comment (None | str): What the user adds.
        at (datetime.datetime): When.
    """

    user_id: UUID
    decision: PaymentUndoDecision
    comment: None | str
    at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        user_id = str(self.user_id)

        decision: str = self.decision

        comment: None | str
        comment = self.comment

        at = self.at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "userId": user_id,
                "decision": decision,
                "comment": comment,
                "at": at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        user_id = UUID(d.pop("userId"))

        decision = check_payment_undo_decision(d.pop("decision"))

        def _parse_comment(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        comment = _parse_comment(d.pop("comment"))

        at = datetime.datetime.fromisoformat(d.pop("at"))

        payment_undo_review = cls(
            user_id=user_id,
            decision=decision,
            comment=comment,
            at=at,
        )

        payment_undo_review.additional_properties = d
        return payment_undo_review

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
