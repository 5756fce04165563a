from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.treasury_net_return_status import TreasuryNetReturnStatus, check_treasury_net_return_status

if TYPE_CHECKING:
    from ..models.treasury_dividend import TreasuryDividend


T = TypeVar("T", bound="TreasuryNetReturn")


@_attrs_define
class TreasuryNetReturn:
    """
    Attributes:
        month (datetime.date): The first day of the month. A date in New York, YYYY-MM-DD.
        net_amount (float): Dividends minus the treasury fee. US dollars.
        treasury_fee (float): The month's fee, as a positive amount. US dollars.
        status (TreasuryNetReturnStatus): `pending`: the month has not ended, and amounts are accrued so far.
            `processing`: the fee is charged on the first banking day of the next month. `charged`: complete. `error`: the
            account does not cover the fee.
        dividends (list[TreasuryDividend]): Dividends by security.
    """

    month: datetime.date
    net_amount: float
    treasury_fee: float
    status: TreasuryNetReturnStatus
    dividends: list[TreasuryDividend]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        month = self.month.isoformat()

        net_amount = self.net_amount

        treasury_fee = self.treasury_fee

        status: str = self.status

        dividends = []
        for dividends_item_data in self.dividends:
            dividends_item = dividends_item_data.to_dict()
            dividends.append(dividends_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "month": month,
                "netAmount": net_amount,
                "treasuryFee": treasury_fee,
                "status": status,
                "dividends": dividends,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.treasury_dividend import TreasuryDividend  # noqa: PLC0415

        d = dict(src_dict)
        month = datetime.date.fromisoformat(d.pop("month"))

        net_amount = d.pop("netAmount")

        treasury_fee = d.pop("treasuryFee")

        status = check_treasury_net_return_status(d.pop("status"))

        dividends = []
        _dividends = d.pop("dividends")
        for dividends_item_data in _dividends:
            dividends_item = TreasuryDividend.from_dict(dividends_item_data)

            dividends.append(dividends_item)

        treasury_net_return = cls(
            month=month,
            net_amount=net_amount,
            treasury_fee=treasury_fee,
            status=status,
            dividends=dividends,
        )

        treasury_net_return.additional_properties = d
        return treasury_net_return

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
