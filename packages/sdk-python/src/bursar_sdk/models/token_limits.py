from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.token_day_limit import TokenDayLimit
    from ..models.token_month_limit import TokenMonthLimit
    from ..models.token_number_limit import TokenNumberLimit
    from ..models.token_rate_limit import TokenRateLimit


T = TypeVar("T", bound="TokenLimits")


@_attrs_define
class TokenLimits:
    """The token's limits and what remains of them.

    Attributes:
        per_payment (float | None): The limit for one payment, transfer, or request; null = no limit. US dollars.
        per_day (None | TokenDayLimit):
        per_month (None | TokenMonthLimit):
        payments_per_day (None | TokenNumberLimit):
        account_ids (list[UUID] | None): The only accounts from which, and between which, it may move money; null = all.
        recipient_ids (list[UUID] | None): The only recipients whom it may pay; null = all.
        requests_per_minute (TokenRateLimit): The rate limit.
    """

    per_payment: float | None
    per_day: None | TokenDayLimit
    per_month: None | TokenMonthLimit
    payments_per_day: None | TokenNumberLimit
    account_ids: list[UUID] | None
    recipient_ids: list[UUID] | None
    requests_per_minute: TokenRateLimit
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.token_day_limit import TokenDayLimit  # noqa: PLC0415
        from ..models.token_month_limit import TokenMonthLimit  # noqa: PLC0415
        from ..models.token_number_limit import TokenNumberLimit  # noqa: PLC0415

        per_payment: float | None
        per_payment = self.per_payment

        per_day: dict[str, Any] | None
        if isinstance(self.per_day, TokenDayLimit):
            per_day = self.per_day.to_dict()
        else:
            per_day = self.per_day

        per_month: dict[str, Any] | None
        if isinstance(self.per_month, TokenMonthLimit):
            per_month = self.per_month.to_dict()
        else:
            per_month = self.per_month

        payments_per_day: dict[str, Any] | None
        if isinstance(self.payments_per_day, TokenNumberLimit):
            payments_per_day = self.payments_per_day.to_dict()
        else:
            payments_per_day = self.payments_per_day

        account_ids: list[str] | None
        if isinstance(self.account_ids, list):
            account_ids = []
            for account_ids_type_0_item_data in self.account_ids:
                account_ids_type_0_item = str(account_ids_type_0_item_data)
                account_ids.append(account_ids_type_0_item)

        else:
            account_ids = self.account_ids

        recipient_ids: list[str] | None
        if isinstance(self.recipient_ids, list):
            recipient_ids = []
            for recipient_ids_type_0_item_data in self.recipient_ids:
                recipient_ids_type_0_item = str(recipient_ids_type_0_item_data)
                recipient_ids.append(recipient_ids_type_0_item)

        else:
            recipient_ids = self.recipient_ids

        requests_per_minute = self.requests_per_minute.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "perPayment": per_payment,
                "perDay": per_day,
                "perMonth": per_month,
                "paymentsPerDay": payments_per_day,
                "accountIds": account_ids,
                "recipientIds": recipient_ids,
                "requestsPerMinute": requests_per_minute,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.token_day_limit import TokenDayLimit  # noqa: PLC0415
        from ..models.token_month_limit import TokenMonthLimit  # noqa: PLC0415
        from ..models.token_number_limit import TokenNumberLimit  # noqa: PLC0415
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

        def _parse_per_month(data: object) -> None | TokenMonthLimit:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                per_month_type_0 = TokenMonthLimit.from_dict(data)

                return per_month_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TokenMonthLimit, data)

        per_month = _parse_per_month(d.pop("perMonth"))

        def _parse_payments_per_day(data: object) -> None | TokenNumberLimit:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                payments_per_day_type_0 = TokenNumberLimit.from_dict(data)

                return payments_per_day_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TokenNumberLimit, data)

        payments_per_day = _parse_payments_per_day(d.pop("paymentsPerDay"))

        def _parse_account_ids(data: object) -> list[UUID] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                account_ids_type_0 = []
                _account_ids_type_0 = data
                for account_ids_type_0_item_data in _account_ids_type_0:
                    account_ids_type_0_item = UUID(account_ids_type_0_item_data)

                    account_ids_type_0.append(account_ids_type_0_item)

                return account_ids_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[UUID] | None, data)

        account_ids = _parse_account_ids(d.pop("accountIds"))

        def _parse_recipient_ids(data: object) -> list[UUID] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                recipient_ids_type_0 = []
                _recipient_ids_type_0 = data
                for recipient_ids_type_0_item_data in _recipient_ids_type_0:
                    recipient_ids_type_0_item = UUID(recipient_ids_type_0_item_data)

                    recipient_ids_type_0.append(recipient_ids_type_0_item)

                return recipient_ids_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[UUID] | None, data)

        recipient_ids = _parse_recipient_ids(d.pop("recipientIds"))

        requests_per_minute = TokenRateLimit.from_dict(d.pop("requestsPerMinute"))

        token_limits = cls(
            per_payment=per_payment,
            per_day=per_day,
            per_month=per_month,
            payments_per_day=payments_per_day,
            account_ids=account_ids,
            recipient_ids=recipient_ids,
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
