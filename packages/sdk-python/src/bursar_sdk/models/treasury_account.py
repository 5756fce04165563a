from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.account_status import AccountStatus, check_account_status

if TYPE_CHECKING:
    from ..models.treasury_net_return import TreasuryNetReturn


T = TypeVar("T", bound="TreasuryAccount")


@_attrs_define
class TreasuryAccount:
    """A treasury account.

    Attributes:
        id (UUID): The account; the same ID as in GET /accounts.
        available_balance (float): What can be transferred out now: cash and shares. A transfer that exceeds cash sells
            shares. US dollars.
        current_balance (float): Cash and shares at their price. US dollars.
        created_at (datetime.datetime): When it was opened.
        status (AccountStatus): Whether it is in use.
        net_returns (list[TreasuryNetReturn]): Income by month, latest first.
    """

    id: UUID
    available_balance: float
    current_balance: float
    created_at: datetime.datetime
    status: AccountStatus
    net_returns: list[TreasuryNetReturn]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        available_balance = self.available_balance

        current_balance = self.current_balance

        created_at = self.created_at.isoformat()

        status: str = self.status

        net_returns = []
        for net_returns_item_data in self.net_returns:
            net_returns_item = net_returns_item_data.to_dict()
            net_returns.append(net_returns_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "availableBalance": available_balance,
                "currentBalance": current_balance,
                "createdAt": created_at,
                "status": status,
                "netReturns": net_returns,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.treasury_net_return import TreasuryNetReturn  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        available_balance = d.pop("availableBalance")

        current_balance = d.pop("currentBalance")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        status = check_account_status(d.pop("status"))

        net_returns = []
        _net_returns = d.pop("netReturns")
        for net_returns_item_data in _net_returns:
            net_returns_item = TreasuryNetReturn.from_dict(net_returns_item_data)

            net_returns.append(net_returns_item)

        treasury_account = cls(
            id=id,
            available_balance=available_balance,
            current_balance=current_balance,
            created_at=created_at,
            status=status,
            net_returns=net_returns,
        )

        treasury_account.additional_properties = d
        return treasury_account

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
