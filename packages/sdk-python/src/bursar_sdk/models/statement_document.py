from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.statement_line import StatementLine


T = TypeVar("T", bound="StatementDocument")


@_attrs_define
class StatementDocument:
    """A statement with all of its lines.

    Attributes:
        id (UUID): The statement.
        account_id (UUID): The account.
        account_name (str): The account's name when the statement was made.
        account_number (str): The account number; masked for signed-in users.
        routing_number (str): ABA routing number.
        company_legal_name (str): The organization's legal name when the statement was made.
        starts_on (datetime.date): The first day. A date in New York, YYYY-MM-DD.
        ends_on (datetime.date): The last day, which is included. A date in New York, YYYY-MM-DD.
        created_at (datetime.datetime): When it was made.
        starting_balance (float): The balance at the beginning of the first day. US dollars.
        money_in (float): What the account received. US dollars.
        money_out (float): What left the account, as a positive number. US dollars.
        fees (float): The part of `moneyOut` that is fees. US dollars.
        ending_balance (float): The balance at the end of the last day. US dollars.
        lines (list[StatementLine]): All lines, in order.
    """

    id: UUID
    account_id: UUID
    account_name: str
    account_number: str
    routing_number: str
    company_legal_name: str
    starts_on: datetime.date
    ends_on: datetime.date
    created_at: datetime.datetime
    starting_balance: float
    money_in: float
    money_out: float
    fees: float
    ending_balance: float
    lines: list[StatementLine]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        account_id = str(self.account_id)

        account_name = self.account_name

        account_number = self.account_number

        routing_number = self.routing_number

        company_legal_name = self.company_legal_name

        starts_on = self.starts_on.isoformat()

        ends_on = self.ends_on.isoformat()

        created_at = self.created_at.isoformat()

        starting_balance = self.starting_balance

        money_in = self.money_in

        money_out = self.money_out

        fees = self.fees

        ending_balance = self.ending_balance

        lines = []
        for lines_item_data in self.lines:
            lines_item = lines_item_data.to_dict()
            lines.append(lines_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "accountName": account_name,
                "accountNumber": account_number,
                "routingNumber": routing_number,
                "companyLegalName": company_legal_name,
                "startsOn": starts_on,
                "endsOn": ends_on,
                "createdAt": created_at,
                "startingBalance": starting_balance,
                "moneyIn": money_in,
                "moneyOut": money_out,
                "fees": fees,
                "endingBalance": ending_balance,
                "lines": lines,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.statement_line import StatementLine  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        account_id = UUID(d.pop("accountId"))

        account_name = d.pop("accountName")

        account_number = d.pop("accountNumber")

        routing_number = d.pop("routingNumber")

        company_legal_name = d.pop("companyLegalName")

        starts_on = datetime.date.fromisoformat(d.pop("startsOn"))

        ends_on = datetime.date.fromisoformat(d.pop("endsOn"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        starting_balance = d.pop("startingBalance")

        money_in = d.pop("moneyIn")

        money_out = d.pop("moneyOut")

        fees = d.pop("fees")

        ending_balance = d.pop("endingBalance")

        lines = []
        _lines = d.pop("lines")
        for lines_item_data in _lines:
            lines_item = StatementLine.from_dict(lines_item_data)

            lines.append(lines_item)

        statement_document = cls(
            id=id,
            account_id=account_id,
            account_name=account_name,
            account_number=account_number,
            routing_number=routing_number,
            company_legal_name=company_legal_name,
            starts_on=starts_on,
            ends_on=ends_on,
            created_at=created_at,
            starting_balance=starting_balance,
            money_in=money_in,
            money_out=money_out,
            fees=fees,
            ending_balance=ending_balance,
            lines=lines,
        )

        statement_document.additional_properties = d
        return statement_document

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
