from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.account_validation_method import AccountValidationMethod, check_account_validation_method
from ..models.account_validation_state import AccountValidationState, check_account_validation_state

T = TypeVar("T", bound="AccountValidation")


@_attrs_define
class AccountValidation:
    """Whether the current details for ACH lead to an account of the recipient; null if nobody has tried to find out.

    Attributes:
        state (AccountValidationState): `pending`: being validated. `validated`: the bank details lead to an account of
            the recipient. `failed`: see `reason`.
        method (AccountValidationMethod): `prenote`: a zero-dollar entry to which no bank objected. `microDeposits`: two
            small deposits whose amounts the recipient enters.
        started_at (datetime.datetime): When it began.
        ended_at (datetime.datetime | None): When it ended.
        reason (None | str): Why it failed: a code and its meaning.
    """

    state: AccountValidationState
    method: AccountValidationMethod
    started_at: datetime.datetime
    ended_at: datetime.datetime | None
    reason: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        state: str = self.state

        method: str = self.method

        started_at = self.started_at.isoformat()

        ended_at: None | str
        if isinstance(self.ended_at, datetime.datetime):
            ended_at = self.ended_at.isoformat()
        else:
            ended_at = self.ended_at

        reason: None | str
        reason = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "state": state,
                "method": method,
                "startedAt": started_at,
                "endedAt": ended_at,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        state = check_account_validation_state(d.pop("state"))

        method = check_account_validation_method(d.pop("method"))

        started_at = datetime.datetime.fromisoformat(d.pop("startedAt"))

        def _parse_ended_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                ended_at_type_0 = datetime.datetime.fromisoformat(data)

                return ended_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        ended_at = _parse_ended_at(d.pop("endedAt"))

        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        account_validation = cls(
            state=state,
            method=method,
            started_at=started_at,
            ended_at=ended_at,
            reason=reason,
        )

        account_validation.additional_properties = d
        return account_validation

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
