from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.statement_kind import StatementKind, check_statement_kind

if TYPE_CHECKING:
    from ..models.statement_address import StatementAddress
    from ..models.statement_transaction import StatementTransaction


T = TypeVar("T", bound="Statement")


@_attrs_define
class Statement:
    """A statement. It never changes.

    Attributes:
        id (UUID): The statement.
        account_number (str): The full account number; masked for signed-in users.
        routing_number (str): ABA routing number.
        company_legal_name (str): The organization's legal name when the statement was made.
        company_legal_address (StatementAddress): The organization's address when the statement was made.
        ein (None | str): Employer identification number.
        start_date (datetime.datetime): The beginning of the first day, in New York.
        end_date (datetime.datetime): The beginning of the last day, which is included, in New York.
        transactions (list[StatementTransaction]): Its transactions, in the order of the statement; at most 10000. The
            files have all of them.
        account_id (UUID): The account.
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
    account_number: str
    routing_number: str
    company_legal_name: str
    company_legal_address: StatementAddress
    ein: None | str
    start_date: datetime.datetime
    end_date: datetime.datetime
    transactions: list[StatementTransaction]
    account_id: UUID
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

        account_number = self.account_number

        routing_number = self.routing_number

        company_legal_name = self.company_legal_name

        company_legal_address = self.company_legal_address.to_dict()

        ein: None | str
        ein = self.ein

        start_date = self.start_date.isoformat()

        end_date = self.end_date.isoformat()

        transactions = []
        for transactions_item_data in self.transactions:
            transactions_item = transactions_item_data.to_dict()
            transactions.append(transactions_item)

        account_id = str(self.account_id)

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
                "accountNumber": account_number,
                "routingNumber": routing_number,
                "companyLegalName": company_legal_name,
                "companyLegalAddress": company_legal_address,
                "ein": ein,
                "startDate": start_date,
                "endDate": end_date,
                "transactions": transactions,
                "accountId": account_id,
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
        from ..models.statement_address import StatementAddress  # noqa: PLC0415
        from ..models.statement_transaction import StatementTransaction  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        account_number = d.pop("accountNumber")

        routing_number = d.pop("routingNumber")

        company_legal_name = d.pop("companyLegalName")

        company_legal_address = StatementAddress.from_dict(d.pop("companyLegalAddress"))

        def _parse_ein(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        ein = _parse_ein(d.pop("ein"))

        start_date = datetime.datetime.fromisoformat(d.pop("startDate"))

        end_date = datetime.datetime.fromisoformat(d.pop("endDate"))

        transactions = []
        _transactions = d.pop("transactions")
        for transactions_item_data in _transactions:
            transactions_item = StatementTransaction.from_dict(transactions_item_data)

            transactions.append(transactions_item)

        account_id = UUID(d.pop("accountId"))

        kind = check_statement_kind(d.pop("kind"))

        starting_balance = d.pop("startingBalance")

        money_in = d.pop("moneyIn")

        money_out = d.pop("moneyOut")

        fees = d.pop("fees")

        ending_balance = d.pop("endingBalance")

        transaction_count = d.pop("transactionCount")

        download_url = d.pop("downloadUrl")

        statement = cls(
            id=id,
            account_number=account_number,
            routing_number=routing_number,
            company_legal_name=company_legal_name,
            company_legal_address=company_legal_address,
            ein=ein,
            start_date=start_date,
            end_date=end_date,
            transactions=transactions,
            account_id=account_id,
            kind=kind,
            starting_balance=starting_balance,
            money_in=money_in,
            money_out=money_out,
            fees=fees,
            ending_balance=ending_balance,
            transaction_count=transaction_count,
            download_url=download_url,
        )

        statement.additional_properties = d
        return statement

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
