from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.approval_review_status import ApprovalReviewStatus, check_approval_review_status

T = TypeVar("T", bound="ApprovalReview")


@_attrs_define
class ApprovalReview:
    """
    Attributes:
        reviewer_user_id (UUID): Who.
        status (ApprovalReviewStatus): Approved or rejected.
        reviewed_at (datetime.datetime): When.
    """

    reviewer_user_id: UUID
    status: ApprovalReviewStatus
    reviewed_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        reviewer_user_id = str(self.reviewer_user_id)

        status: str = self.status

        reviewed_at = self.reviewed_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "reviewerUserId": reviewer_user_id,
                "status": status,
                "reviewedAt": reviewed_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        reviewer_user_id = UUID(d.pop("reviewerUserId"))

        status = check_approval_review_status(d.pop("status"))

        reviewed_at = datetime.datetime.fromisoformat(d.pop("reviewedAt"))

        approval_review = cls(
            reviewer_user_id=reviewer_user_id,
            status=status,
            reviewed_at=reviewed_at,
        )

        approval_review.additional_properties = d
        return approval_review

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
