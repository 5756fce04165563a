from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ReconciledStatement")


@_attrs_define
class ReconciledStatement:
    """The latest one.

    Attributes:
        closes_on (datetime.date): Its last day. A date in New York, YYYY-MM-DD.
        closing_balance (float): The bank's. US dollars.
        ledger_balance (float): Ours that day. US dollars.
        difference (float): Closing minus ledger balance: the sum of the rest. US dollars.
        opening (float): Difference before the first statement. US dollars.
        missing_statements (float): Of gaps between statements. US dollars.
        timing (float): Matched, on different days. US dollars.
        unmatched (float): Only the bank has it. US dollars.
        in_transit (float): Only we have it; negated. US dollars.
    """

    closes_on: datetime.date
    closing_balance: float
    ledger_balance: float
    difference: float
    opening: float
    missing_statements: float
    timing: float
    unmatched: float
    in_transit: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        closes_on = self.closes_on.isoformat()

        closing_balance = self.closing_balance

        ledger_balance = self.ledger_balance

        difference = self.difference

        opening = self.opening

        missing_statements = self.missing_statements

        timing = self.timing

        unmatched = self.unmatched

        in_transit = self.in_transit

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "closesOn": closes_on,
                "closingBalance": closing_balance,
                "ledgerBalance": ledger_balance,
                "difference": difference,
                "opening": opening,
                "missingStatements": missing_statements,
                "timing": timing,
                "unmatched": unmatched,
                "inTransit": in_transit,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        closes_on = datetime.date.fromisoformat(d.pop("closesOn"))

        closing_balance = d.pop("closingBalance")

        ledger_balance = d.pop("ledgerBalance")

        difference = d.pop("difference")

        opening = d.pop("opening")

        missing_statements = d.pop("missingStatements")

        timing = d.pop("timing")

        unmatched = d.pop("unmatched")

        in_transit = d.pop("inTransit")

        reconciled_statement = cls(
            closes_on=closes_on,
            closing_balance=closing_balance,
            ledger_balance=ledger_balance,
            difference=difference,
            opening=opening,
            missing_statements=missing_statements,
            timing=timing,
            unmatched=unmatched,
            in_transit=in_transit,
        )

        reconciled_statement.additional_properties = d
        return reconciled_statement

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
