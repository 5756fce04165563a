from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.incomplete_statement import IncompleteStatement
    from ..models.open_items import OpenItems
    from ..models.reconciled_statement import ReconciledStatement


T = TypeVar("T", bound="ReconciledAccount")


@_attrs_define
class ReconciledAccount:
    """Open movements of statements and of intraday reports, and transactions that statements lack.

    Attributes:
        account_id (UUID): The account.
        statement (None | ReconciledStatement):
        bank (OpenItems): Items without a counterpart.
        intraday (OpenItems): Items without a counterpart.
        ledger (OpenItems): Items without a counterpart.
        incomplete (list[IncompleteStatement]): Statements that lack pages.
    """

    account_id: UUID
    statement: None | ReconciledStatement
    bank: OpenItems
    intraday: OpenItems
    ledger: OpenItems
    incomplete: list[IncompleteStatement]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.reconciled_statement import ReconciledStatement  # noqa: PLC0415

        account_id = str(self.account_id)

        statement: dict[str, Any] | None
        if isinstance(self.statement, ReconciledStatement):
            statement = self.statement.to_dict()
        else:
            statement = self.statement

        bank = self.bank.to_dict()

        intraday = self.intraday.to_dict()

        ledger = self.ledger.to_dict()

        incomplete = []
        for incomplete_item_data in self.incomplete:
            incomplete_item = incomplete_item_data.to_dict()
            incomplete.append(incomplete_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "accountId": account_id,
                "statement": statement,
                "bank": bank,
                "intraday": intraday,
                "ledger": ledger,
                "incomplete": incomplete,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.incomplete_statement import IncompleteStatement  # noqa: PLC0415
        from ..models.open_items import OpenItems  # noqa: PLC0415
        from ..models.reconciled_statement import ReconciledStatement  # noqa: PLC0415

        d = dict(src_dict)
        account_id = UUID(d.pop("accountId"))

        def _parse_statement(data: object) -> None | ReconciledStatement:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                statement_type_0 = ReconciledStatement.from_dict(data)

                return statement_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ReconciledStatement, data)

        statement = _parse_statement(d.pop("statement"))

        bank = OpenItems.from_dict(d.pop("bank"))

        intraday = OpenItems.from_dict(d.pop("intraday"))

        ledger = OpenItems.from_dict(d.pop("ledger"))

        incomplete = []
        _incomplete = d.pop("incomplete")
        for incomplete_item_data in _incomplete:
            incomplete_item = IncompleteStatement.from_dict(incomplete_item_data)

            incomplete.append(incomplete_item)

        reconciled_account = cls(
            account_id=account_id,
            statement=statement,
            bank=bank,
            intraday=intraday,
            ledger=ledger,
            incomplete=incomplete,
        )

        reconciled_account.additional_properties = d
        return reconciled_account

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
