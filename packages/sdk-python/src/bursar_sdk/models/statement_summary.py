from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.statement_kind import StatementKind, check_statement_kind

T = TypeVar("T", bound="StatementSummary")


@_attrs_define
class StatementSummary:
    """The figures of a statement.

    Attributes:
        id (UUID): The statement.
        account_id (UUID): The account.
        account_name (str): The account's name when the statement was made.
        account_number_last_4 (str): The last digits of the account number.
        starts_on (datetime.date): The first day. A date in New York, YYYY-MM-DD.
        ends_on (datetime.date): The last day, which is included. A date in New York, YYYY-MM-DD.
        created_at (datetime.datetime): When it was made.
        kind (StatementKind):
        starting_balance (float): The balance at the beginning of the first day. US dollars.
        money_in (float): What the account received. US dollars.
        money_out (float): What left the account, as a positive number. US dollars.
        fees (float): The part of `moneyOut` that is fees. US dollars.
        ending_balance (float): The balance at the end of the last day: `startingBalance + moneyIn - moneyOut`. US
            dollars.
        transaction_count (int): How many lines the statement has.
        download_url (str): Where the PDF is.
    """

    id: UUID
    account_id: UUID
    account_name: str
    account_number_last_4: str
    starts_on: datetime.date
    ends_on: datetime.date
    created_at: datetime.datetime
    kind: StatementKind
    starting_balance: float
    money_in: float
    money_out: float
    fees: float
    ending_balance: float
    transaction_count: int
    download_url: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        account_id = str(self.account_id)

        account_name = self.account_name

        account_number_last_4 = self.account_number_last_4

        starts_on = self.starts_on.isoformat()

        ends_on = self.ends_on.isoformat()

        created_at = self.created_at.isoformat()

        kind: str = self.kind

        starting_balance = self.starting_balance

        money_in = self.money_in

        money_out = self.money_out

        fees = self.fees

        ending_balance = self.ending_balance

        transaction_count = self.transaction_count

        download_url = self.download_url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "accountName": account_name,
                "accountNumberLast4": account_number_last_4,
                "startsOn": starts_on,
                "endsOn": ends_on,
                "createdAt": created_at,
                "kind": kind,
                "startingBalance": starting_balance,
                "moneyIn": money_in,
                "moneyOut": money_out,
                "fees": fees,
                "endingBalance": ending_balance,
                "transactionCount": transaction_count,
                "downloadUrl": download_url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        account_id = UUID(d.pop("accountId"))

        account_name = d.pop("accountName")

        account_number_last_4 = d.pop("accountNumberLast4")

        starts_on = datetime.date.fromisoformat(d.pop("startsOn"))

        ends_on = datetime.date.fromisoformat(d.pop("endsOn"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        kind = check_statement_kind(d.pop("kind"))

        starting_balance = d.pop("startingBalance")

        money_in = d.pop("moneyIn")

        money_out = d.pop("moneyOut")

        fees = d.pop("fees")

        ending_balance = d.pop("endingBalance")

        transaction_count = d.pop("transactionCount")

        download_url = d.pop("downloadUrl")

        statement_summary = cls(
            id=id,
            account_id=account_id,
            account_name=account_name,
            account_number_last_4=account_number_last_4,
            starts_on=starts_on,
            ends_on=ends_on,
            created_at=created_at,
            kind=kind,
            starting_balance=starting_balance,
            money_in=money_in,
            money_out=money_out,
            fees=fees,
            ending_balance=ending_balance,
            transaction_count=transaction_count,
            download_url=download_url,
        )

        statement_summary.additional_properties = d
        return statement_summary

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
