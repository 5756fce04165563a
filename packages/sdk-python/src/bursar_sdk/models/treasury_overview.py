from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.treasury_day import TreasuryDay
    from ..models.treasury_order import TreasuryOrder
    from ..models.treasury_security import TreasurySecurity
    from ..models.treasury_sweep import TreasurySweep


T = TypeVar("T", bound="TreasuryOverview")


@_attrs_define
class TreasuryOverview:
    """
    Attributes:
        id (UUID): The account.
        name (str): Its display name.
        balance (float): Cash and shares. US dollars.
        cash (float): Settled cash. Negative until the sale that a withdrawal caused has settled. US dollars.
        invested (float): The shares at their price. US dollars.
        security (None | TreasurySecurity):
        yield_ (float | None): The latest 7-day yield: the dividends of seven days in percent a year; null if not known.
        yield_day (datetime.date | None): The day of that yield. A date in New York, YYYY-MM-DD.
        earned_this_month (float): Dividends minus fees of this month, accrued so far. US dollars.
        earned_this_year (float): Dividends minus fees of this calendar year, accrued so far. US dollars.
        sweep (TreasurySweep): The daily sweep.
        open_orders (list[TreasuryOrder]): Orders that have not settled.
        days (list[TreasuryDay]): The last year, one item per day, oldest first.
    """

    id: UUID
    name: str
    balance: float
    cash: float
    invested: float
    security: None | TreasurySecurity
    yield_: float | None
    yield_day: datetime.date | None
    earned_this_month: float
    earned_this_year: float
    sweep: TreasurySweep
    open_orders: list[TreasuryOrder]
    days: list[TreasuryDay]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.treasury_security import TreasurySecurity  # noqa: PLC0415

        id = str(self.id)

        name = self.name

        balance = self.balance

        cash = self.cash

        invested = self.invested

        security: dict[str, Any] | None
        if isinstance(self.security, TreasurySecurity):
            security = self.security.to_dict()
        else:
            security = self.security

        yield_: float | None
        yield_ = self.yield_

        yield_day: None | str
        if isinstance(self.yield_day, datetime.date):
            yield_day = self.yield_day.isoformat()
        else:
            yield_day = self.yield_day

        earned_this_month = self.earned_this_month

        earned_this_year = self.earned_this_year

        sweep = self.sweep.to_dict()

        open_orders = []
        for open_orders_item_data in self.open_orders:
            open_orders_item = open_orders_item_data.to_dict()
            open_orders.append(open_orders_item)

        days = []
        for days_item_data in self.days:
            days_item = days_item_data.to_dict()
            days.append(days_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "balance": balance,
                "cash": cash,
                "invested": invested,
                "security": security,
                "yield": yield_,
                "yieldDay": yield_day,
                "earnedThisMonth": earned_this_month,
                "earnedThisYear": earned_this_year,
                "sweep": sweep,
                "openOrders": open_orders,
                "days": days,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.treasury_day import TreasuryDay  # noqa: PLC0415
        from ..models.treasury_order import TreasuryOrder  # noqa: PLC0415
        from ..models.treasury_security import TreasurySecurity  # noqa: PLC0415
        from ..models.treasury_sweep import TreasurySweep  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        name = d.pop("name")

        balance = d.pop("balance")

        cash = d.pop("cash")

        invested = d.pop("invested")

        def _parse_security(data: object) -> None | TreasurySecurity:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                security_type_0 = TreasurySecurity.from_dict(data)

                return security_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TreasurySecurity, data)

        security = _parse_security(d.pop("security"))

        def _parse_yield_(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        yield_ = _parse_yield_(d.pop("yield"))

        def _parse_yield_day(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                yield_day_type_0 = datetime.date.fromisoformat(data)

                return yield_day_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        yield_day = _parse_yield_day(d.pop("yieldDay"))

        earned_this_month = d.pop("earnedThisMonth")

        earned_this_year = d.pop("earnedThisYear")

        sweep = TreasurySweep.from_dict(d.pop("sweep"))

        open_orders = []
        _open_orders = d.pop("openOrders")
        for open_orders_item_data in _open_orders:
            open_orders_item = TreasuryOrder.from_dict(open_orders_item_data)

            open_orders.append(open_orders_item)

        days = []
        _days = d.pop("days")
        for days_item_data in _days:
            days_item = TreasuryDay.from_dict(days_item_data)

            days.append(days_item)

        treasury_overview = cls(
            id=id,
            name=name,
            balance=balance,
            cash=cash,
            invested=invested,
            security=security,
            yield_=yield_,
            yield_day=yield_day,
            earned_this_month=earned_this_month,
            earned_this_year=earned_this_year,
            sweep=sweep,
            open_orders=open_orders,
            days=days,
        )

        treasury_overview.additional_properties = d
        return treasury_overview

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
