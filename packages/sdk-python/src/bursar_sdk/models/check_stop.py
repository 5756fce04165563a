from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.check_stop_state import CheckStopState, check_check_stop_state

T = TypeVar("T", bound="CheckStop")


@_attrs_define
class CheckStop:
    """The last void or stop.

    Attributes:
        state (CheckStopState): `manual`: a person reports it to the bank.
        requested_at (datetime.datetime): When it was requested.
        reason (None | str): Why the bank refused it.
    """

    state: CheckStopState
    requested_at: datetime.datetime
    reason: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        state: str = self.state

        requested_at = self.requested_at.isoformat()

        reason: None | str
        reason = self.reason

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "state": state,
                "requestedAt": requested_at,
                "reason": reason,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        state = check_check_stop_state(d.pop("state"))

        requested_at = datetime.datetime.fromisoformat(d.pop("requestedAt"))

        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        check_stop = cls(
            state=state,
            requested_at=requested_at,
            reason=reason,
        )

        check_stop.additional_properties = d
        return check_stop

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
