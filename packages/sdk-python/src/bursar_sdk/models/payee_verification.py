from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PayeeVerification")


@_attrs_define
class PayeeVerification:
    """
    Attributes:
        organization_name (str): The legal name of the organization that sent the deposits.
        sent_on (datetime.date): When they were sent. A date in New York, YYYY-MM-DD.
        attempts_left (int): How often amounts may be entered.
        expires_at (datetime.datetime): When the link expires.
    """

    organization_name: str
    sent_on: datetime.date
    attempts_left: int
    expires_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        organization_name = self.organization_name

        sent_on = self.sent_on.isoformat()

        attempts_left = self.attempts_left

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "organizationName": organization_name,
                "sentOn": sent_on,
                "attemptsLeft": attempts_left,
                "expiresAt": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        organization_name = d.pop("organizationName")

        sent_on = datetime.date.fromisoformat(d.pop("sentOn"))

        attempts_left = d.pop("attemptsLeft")

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))

        payee_verification = cls(
            organization_name=organization_name,
            sent_on=sent_on,
            attempts_left=attempts_left,
            expires_at=expires_at,
        )

        payee_verification.additional_properties = d
        return payee_verification

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
