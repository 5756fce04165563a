from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.token_day_limit import TokenDayLimit
    from ..models.token_rate_limit import TokenRateLimit


T = TypeVar("T", bound="TokenLimits")


@_attrs_define
class TokenLimits:
    """The token's limits and what remains of them.

    Attributes:
        per_payment (float | None): The limit for one payment, transfer, or request; null = no limit. US dollars.
        per_day (None | TokenDayLimit):
        requests_per_minute (TokenRateLimit): The rate limit.
    """

    per_payment: float | None
    per_day: None | TokenDayLimit
    requests_per_minute: TokenRateLimit
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.token_day_limit import TokenDayLimit  # noqa: PLC0415

        per_payment: float | None
        per_payment = self.per_payment

        per_day: dict[str, Any] | None
        if isinstance(self.per_day, TokenDayLimit):
            per_day = self.per_day.to_dict()
        else:
            per_day = self.per_day

        requests_per_minute = self.requests_per_minute.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "perPayment": per_payment,
                "perDay": per_day,
                "requestsPerMinute": requests_per_minute,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.token_day_limit import TokenDayLimit  # noqa: PLC0415
        from ..models.token_rate_limit import TokenRateLimit  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_per_payment(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        per_payment = _parse_per_payment(d.pop("perPayment"))

        def _parse_per_day(data: object) -> None | TokenDayLimit:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                per_day_type_0 = TokenDayLimit.from_dict(data)

                return per_day_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TokenDayLimit, data)

        per_day = _parse_per_day(d.pop("perDay"))

        requests_per_minute = TokenRateLimit.from_dict(d.pop("requestsPerMinute"))

        token_limits = cls(
            per_payment=per_payment,
            per_day=per_day,
            requests_per_minute=requests_per_minute,
        )

        token_limits.additional_properties = d
        return token_limits

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
