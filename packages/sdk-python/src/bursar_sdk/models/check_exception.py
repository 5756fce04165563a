from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.check_exception_decision import CheckExceptionDecision, check_check_exception_decision
from ..models.check_exception_kind import CheckExceptionKind, check_check_exception_kind
from ..models.check_exception_state import CheckExceptionState, check_check_exception_state

T = TypeVar("T", bound="CheckException")


@_attrs_define
class CheckException:
    """A presented check that does not match what was issued.

    Attributes:
        id (UUID): The exception.
        account_id (UUID): The account that the check is drawn on.
        check_number (str): The number on the check.
        transaction_id (None | UUID): The payment of the check with this number. Null: none was issued.
        state (CheckExceptionState): `open`: two people have to decide.
        kind (CheckExceptionKind): How it differs from what was issued. `paidWithoutIssue`: no check with this number
            was issued.
        amount (float): What was presented. US dollars.
        issued_amount (float | None): Of the check with this number. Null: none was issued. US dollars.
        payee (None | str): To whom that check was issued.
        presented_on (datetime.date | None): When it was presented. A date in New York, YYYY-MM-DD.
        reported_at (datetime.datetime): When the bank reported it.
        decide_by (datetime.datetime): The bank's deadline.
        decision (CheckExceptionDecision | None):
    """

    id: UUID
    account_id: UUID
    check_number: str
    transaction_id: None | UUID
    state: CheckExceptionState
    kind: CheckExceptionKind
    amount: float
    issued_amount: float | None
    payee: None | str
    presented_on: datetime.date | None
    reported_at: datetime.datetime
    decide_by: datetime.datetime
    decision: CheckExceptionDecision | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        account_id = str(self.account_id)

        check_number = self.check_number

        transaction_id: None | str
        if isinstance(self.transaction_id, UUID):
            transaction_id = str(self.transaction_id)
        else:
            transaction_id = self.transaction_id

        state: str = self.state

        kind: str = self.kind

        amount = self.amount

        issued_amount: float | None
        issued_amount = self.issued_amount

        payee: None | str
        payee = self.payee

        presented_on: None | str
        if isinstance(self.presented_on, datetime.date):
            presented_on = self.presented_on.isoformat()
        else:
            presented_on = self.presented_on

        reported_at = self.reported_at.isoformat()

        decide_by = self.decide_by.isoformat()

        decision: None | str
        if isinstance(self.decision, str):
            decision = self.decision
        else:
            decision = self.decision

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "checkNumber": check_number,
                "transactionId": transaction_id,
                "state": state,
                "kind": kind,
                "amount": amount,
                "issuedAmount": issued_amount,
                "payee": payee,
                "presentedOn": presented_on,
                "reportedAt": reported_at,
                "decideBy": decide_by,
                "decision": decision,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        account_id = UUID(d.pop("accountId"))

        check_number = d.pop("checkNumber")

        def _parse_transaction_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                transaction_id_type_0 = UUID(data)

                return transaction_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        transaction_id = _parse_transaction_id(d.pop("transactionId"))

        state = check_check_exception_state(d.pop("state"))

        kind = check_check_exception_kind(d.pop("kind"))

        amount = d.pop("amount")

        def _parse_issued_amount(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        issued_amount = _parse_issued_amount(d.pop("issuedAmount"))

        def _parse_payee(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        payee = _parse_payee(d.pop("payee"))

        def _parse_presented_on(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                presented_on_type_0 = datetime.date.fromisoformat(data)

                return presented_on_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        presented_on = _parse_presented_on(d.pop("presentedOn"))

        reported_at = datetime.datetime.fromisoformat(d.pop("reportedAt"))

        decide_by = datetime.datetime.fromisoformat(d.pop("decideBy"))

        def _parse_decision(data: object) -> CheckExceptionDecision | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                decision_type_0 = check_check_exception_decision(data)

                return decision_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CheckExceptionDecision | None, data)

        decision = _parse_decision(d.pop("decision"))

        check_exception = cls(
            id=id,
            account_id=account_id,
            check_number=check_number,
            transaction_id=transaction_id,
            state=state,
            kind=kind,
            amount=amount,
            issued_amount=issued_amount,
            payee=payee,
            presented_on=presented_on,
            reported_at=reported_at,
            decide_by=decide_by,
            decision=decision,
        )

        check_exception.additional_properties = d
        return check_exception

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
