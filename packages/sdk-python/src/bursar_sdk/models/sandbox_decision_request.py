from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="SandboxDecisionRequest")


@_attrs_define
class SandboxDecisionRequest:
    """
    Attributes:
        user_email (str | Unset): The user who decides; by default, the first who may approve.
        reason (str | Unset): The reason for a rejection.
    """

    user_email: str | Unset = UNSET
    reason: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        user_email = self.user_email

        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if user_email is not UNSET:
            field_dict["userEmail"] = user_email
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        user_email = d.pop("userEmail", UNSET)

        reason = d.pop("reason", UNSET)

        sandbox_decision_request = cls(
            user_email=user_email,
            reason=reason,
        )

        return sandbox_decision_request
