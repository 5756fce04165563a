from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.trade_action import TradeAction, check_trade_action
from ..models.treasury_order_reason import TreasuryOrderReason, check_treasury_order_reason
from ..models.treasury_order_status import TreasuryOrderStatus, check_treasury_order_status

T = TypeVar("T", bound="TreasuryOrder")


@_attrs_define
class TreasuryOrder:
    """
    Attributes:
        id (UUID): The order.
        action (TradeAction):
        reason (TreasuryOrderReason): Why it was placed.
        amount (float): The amount. US dollars.
        status (TreasuryOrderStatus): `placed`: waits for the custodian. `executed`: the custodian has traded; cash and
            shares change hands on the settlement date. `settled`: cash and shares have changed hands. `rejected`: the
            custodian rejected it. `canceled`: canceled before the custodian traded, because a withdrawal needed the cash.
        placed_at (datetime.datetime): When it was placed.
        settles_on (datetime.date | None): When cash and shares change hands; null until it is executed. A date in New
            York, YYYY-MM-DD.
    """

    id: UUID
    action: TradeAction
    reason: TreasuryOrderReason
    amount: float
    status: TreasuryOrderStatus
    placed_at: datetime.datetime
    settles_on: datetime.date | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        action: str = self.action

        reason: str = self.reason

        amount = self.amount

        status: str = self.status

        placed_at = self.placed_at.isoformat()

        settles_on: None | str
        if isinstance(self.settles_on, datetime.date):
            settles_on = self.settles_on.isoformat()
        else:
            settles_on = self.settles_on

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "action": action,
                "reason": reason,
                "amount": amount,
                "status": status,
                "placedAt": placed_at,
                "settlesOn": settles_on,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        action = check_trade_action(d.pop("action"))

        reason = check_treasury_order_reason(d.pop("reason"))

        amount = d.pop("amount")

        status = check_treasury_order_status(d.pop("status"))

        placed_at = datetime.datetime.fromisoformat(d.pop("placedAt"))

        def _parse_settles_on(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                settles_on_type_0 = datetime.date.fromisoformat(data)

                return settles_on_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        settles_on = _parse_settles_on(d.pop("settlesOn"))

        treasury_order = cls(
            id=id,
            action=action,
            reason=reason,
            amount=amount,
            status=status,
            placed_at=placed_at,
            settles_on=settles_on,
        )

        treasury_order.additional_properties = d
        return treasury_order

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
