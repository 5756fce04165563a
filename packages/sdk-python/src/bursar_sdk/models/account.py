from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.account_status import AccountStatus, check_account_status
from ..models.account_type import AccountType, check_account_type

T = TypeVar("T", bound="Account")


@_attrs_define
class Account:
    """One of the organization's own accounts.

    Attributes:
        type_ (AccountType): Always `mercury`: an account of the organization.
        id (UUID): The account.
        name (str): Display name.
        nickname (None | str): The nickname given by its users.
        legal_business_name (str): The owner: the organization's legal name.
        account_number (str): The full account number; masked for signed-in users, who can reveal it with a separate
            request.
        routing_number (str): ABA routing number.
        available_balance (float): Available to spend: the current balance minus holds of pending payments. US dollars.
        current_balance (float): The ledger balance. US dollars.
        kind (str): `checking`, `savings` or `treasury`.
        status (AccountStatus): Whether it is in use.
        created_at (datetime.datetime): When it was opened.
        dashboard_link (str): Its page in the dashboard.
        can_receive_transactions (bool | None): Whether it can receive money: true for an active account.
        can_send_payments (bool): Whether payments can be sent from it.
        can_send_real_time_payments (bool): Whether real-time payments can be sent from it.
    """

    type_: AccountType
    id: UUID
    name: str
    nickname: None | str
    legal_business_name: str
    account_number: str
    routing_number: str
    available_balance: float
    current_balance: float
    kind: str
    status: AccountStatus
    created_at: datetime.datetime
    dashboard_link: str
    can_receive_transactions: bool | None
    can_send_payments: bool
    can_send_real_time_payments: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        id = str(self.id)

        name = self.name

        nickname: None | str
        nickname = self.nickname

        legal_business_name = self.legal_business_name

        account_number = self.account_number

        routing_number = self.routing_number

        available_balance = self.available_balance

        current_balance = self.current_balance

        kind = self.kind

        status: str = self.status

        created_at = self.created_at.isoformat()

        dashboard_link = self.dashboard_link

        can_receive_transactions: bool | None
        can_receive_transactions = self.can_receive_transactions

        can_send_payments = self.can_send_payments

        can_send_real_time_payments = self.can_send_real_time_payments

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
                "id": id,
                "name": name,
                "nickname": nickname,
                "legalBusinessName": legal_business_name,
                "accountNumber": account_number,
                "routingNumber": routing_number,
                "availableBalance": available_balance,
                "currentBalance": current_balance,
                "kind": kind,
                "status": status,
                "createdAt": created_at,
                "dashboardLink": dashboard_link,
                "canReceiveTransactions": can_receive_transactions,
                "canSendPayments": can_send_payments,
                "canSendRealTimePayments": can_send_real_time_payments,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = check_account_type(d.pop("type"))

        id = UUID(d.pop("id"))

        name = d.pop("name")

        def _parse_nickname(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        nickname = _parse_nickname(d.pop("nickname"))

        legal_business_name = d.pop("legalBusinessName")

        account_number = d.pop("accountNumber")

        routing_number = d.pop("routingNumber")

        available_balance = d.pop("availableBalance")

        current_balance = d.pop("currentBalance")

        kind = d.pop("kind")

        status = check_account_status(d.pop("status"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        dashboard_link = d.pop("dashboardLink")

        def _parse_can_receive_transactions(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        can_receive_transactions = _parse_can_receive_transactions(d.pop("canReceiveTransactions"))

        can_send_payments = d.pop("canSendPayments")

        can_send_real_time_payments = d.pop("canSendRealTimePayments")

        account = cls(
            type_=type_,
            id=id,
            name=name,
            nickname=nickname,
            legal_business_name=legal_business_name,
            account_number=account_number,
            routing_number=routing_number,
            available_balance=available_balance,
            current_balance=current_balance,
            kind=kind,
            status=status,
            created_at=created_at,
            dashboard_link=dashboard_link,
            can_receive_transactions=can_receive_transactions,
            can_send_payments=can_send_payments,
            can_send_real_time_payments=can_send_real_time_payments,
        )

        account.additional_properties = d
        return account

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
