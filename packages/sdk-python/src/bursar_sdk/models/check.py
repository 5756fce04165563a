from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.check_state import CheckState, check_check_state
from ..models.check_stop_outcome_type_1 import CheckStopOutcomeType1, check_check_stop_outcome_type_1
from ..models.check_stop_outcome_type_2_type_1 import CheckStopOutcomeType2Type1, check_check_stop_outcome_type_2_type_1
from ..models.check_stop_outcome_type_3_type_1 import CheckStopOutcomeType3Type1, check_check_stop_outcome_type_3_type_1

if TYPE_CHECKING:
    from ..models.check_exception import CheckException
    from ..models.check_stop import CheckStop


T = TypeVar("T", bound="Check")


@_attrs_define
class Check:
    """
    Attributes:
        transaction_id (UUID): The payment.
        account_id (UUID): The account that it is drawn on.
        check_number (str): Its number.
        state (CheckState): `numbered`: not known to be mailed.
        amount (float): Its amount. US dollars.
        issued_on (datetime.date): The date on it. A date in New York, YYYY-MM-DD.
        printed_at (datetime.datetime | None): When its PDF was created, for the bank's printer or your own.
        mailed_at (datetime.datetime | None): When it was mailed.
        paid_on (datetime.date | None): When the bank paid it. A date in New York, YYYY-MM-DD.
        reason (None | str): Why it is void, stopped, or returned.
        stop_outcome (CheckStopOutcomeType1 | CheckStopOutcomeType2Type1 | CheckStopOutcomeType3Type1 | None): What
            stopping the check would do now; null if it has ended or is being stopped.
        stop (CheckStop | None):
        exceptions (list[CheckException]): Reports of the bank about its number.
    """

    transaction_id: UUID
    account_id: UUID
    check_number: str
    state: CheckState
    amount: float
    issued_on: datetime.date
    printed_at: datetime.datetime | None
    mailed_at: datetime.datetime | None
    paid_on: datetime.date | None
    reason: None | str
    stop_outcome: CheckStopOutcomeType1 | CheckStopOutcomeType2Type1 | CheckStopOutcomeType3Type1 | None
    stop: CheckStop | None
    exceptions: list[CheckException]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.check_stop import CheckStop  # noqa: PLC0415

        transaction_id = str(self.transaction_id)

        account_id = str(self.account_id)

        check_number = self.check_number

        state: str = self.state

        amount = self.amount

        issued_on = self.issued_on.isoformat()

        printed_at: None | str
        if isinstance(self.printed_at, datetime.datetime):
            printed_at = self.printed_at.isoformat()
        else:
            printed_at = self.printed_at

        mailed_at: None | str
        if isinstance(self.mailed_at, datetime.datetime):
            mailed_at = self.mailed_at.isoformat()
        else:
            mailed_at = self.mailed_at

        paid_on: None | str
        if isinstance(self.paid_on, datetime.date):
            paid_on = self.paid_on.isoformat()
        else:
            paid_on = self.paid_on

        reason: None | str
        reason = self.reason

        stop_outcome: None | str
        if isinstance(self.stop_outcome, str):
            stop_outcome = self.stop_outcome
        elif isinstance(self.stop_outcome, str):
            stop_outcome = self.stop_outcome
        elif isinstance(self.stop_outcome, str):
            stop_outcome = self.stop_outcome
        else:
            stop_outcome = self.stop_outcome

        stop: dict[str, Any] | None
        if isinstance(self.stop, CheckStop):
            stop = self.stop.to_dict()
        else:
            stop = self.stop

        exceptions = []
        for exceptions_item_data in self.exceptions:
            exceptions_item = exceptions_item_data.to_dict()
            exceptions.append(exceptions_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "transactionId": transaction_id,
                "accountId": account_id,
                "checkNumber": check_number,
                "state": state,
                "amount": amount,
                "issuedOn": issued_on,
                "printedAt": printed_at,
                "mailedAt": mailed_at,
                "paidOn": paid_on,
                "reason": reason,
                "stopOutcome": stop_outcome,
                "stop": stop,
                "exceptions": exceptions,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.check_exception import CheckException  # noqa: PLC0415
        from ..models.check_stop import CheckStop  # noqa: PLC0415

        d = dict(src_dict)
        transaction_id = UUID(d.pop("transactionId"))

        account_id = UUID(d.pop("accountId"))

        check_number = d.pop("checkNumber")

        state = check_check_state(d.pop("state"))

        amount = d.pop("amount")

        issued_on = datetime.date.fromisoformat(d.pop("issuedOn"))

        def _parse_printed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                printed_at_type_0 = datetime.datetime.fromisoformat(data)

                return printed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        printed_at = _parse_printed_at(d.pop("printedAt"))

        def _parse_mailed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                mailed_at_type_0 = datetime.datetime.fromisoformat(data)

                return mailed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        mailed_at = _parse_mailed_at(d.pop("mailedAt"))

        def _parse_paid_on(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                paid_on_type_0 = datetime.date.fromisoformat(data)

                return paid_on_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        paid_on = _parse_paid_on(d.pop("paidOn"))

        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        def _parse_stop_outcome(
            data: object,
        ) -> CheckStopOutcomeType1 | CheckStopOutcomeType2Type1 | CheckStopOutcomeType3Type1 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                stop_outcome_type_1 = check_check_stop_outcome_type_1(data)

                return stop_outcome_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                stop_outcome_type_2_type_1 = check_check_stop_outcome_type_2_type_1(data)

                return stop_outcome_type_2_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, str):
                    raise TypeError()
                stop_outcome_type_3_type_1 = check_check_stop_outcome_type_3_type_1(data)

                return stop_outcome_type_3_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CheckStopOutcomeType1 | CheckStopOutcomeType2Type1 | CheckStopOutcomeType3Type1 | None, data)

        stop_outcome = _parse_stop_outcome(d.pop("stopOutcome"))

        def _parse_stop(data: object) -> CheckStop | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                stop_type_0 = CheckStop.from_dict(data)

                return stop_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CheckStop | None, data)

        stop = _parse_stop(d.pop("stop"))

        exceptions = []
        _exceptions = d.pop("exceptions")
        for exceptions_item_data in _exceptions:
            exceptions_item = CheckException.from_dict(exceptions_item_data)

            exceptions.append(exceptions_item)

        check = cls(
            transaction_id=transaction_id,
            account_id=account_id,
            check_number=check_number,
            state=state,
            amount=amount,
            issued_on=issued_on,
            printed_at=printed_at,
            mailed_at=mailed_at,
            paid_on=paid_on,
            reason=reason,
            stop_outcome=stop_outcome,
            stop=stop,
            exceptions=exceptions,
        )

        check.additional_properties = d
        return check

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
