from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.sweep_direction import SweepDirection, check_sweep_direction
from ..models.trade_action import TradeAction, check_trade_action

T = TypeVar("T", bound="TreasuryTransactionDetails")


@_attrs_define
class TreasuryTransactionDetails:
    """More about the transaction, by its type.

    Attributes:
        security (None | str): The security involved.
        credit_description (None | str): What a credit is for.
        fee_description (None | str): What a fee is for.
        manual_amendment_description (None | str): Why an operator amended the account.
        deposit_counterparty_id (None | UUID): The account that a deposit came from.
        withdrawal_counterparty_id (None | UUID): The account that a withdrawal went to.
        sweep_direction (None | SweepDirection):
        trade_action (None | TradeAction): Whether shares were bought or sold.
    """

    security: None | str
    credit_description: None | str
    fee_description: None | str
    manual_amendment_description: None | str
    deposit_counterparty_id: None | UUID
    withdrawal_counterparty_id: None | UUID
    sweep_direction: None | SweepDirection
    trade_action: None | TradeAction
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        security: None | str
        security = self.security

        credit_description: None | str
        credit_description = self.credit_description

        fee_description: None | str
        fee_description = self.fee_description

        manual_amendment_description: None | str
        manual_amendment_description = self.manual_amendment_description

        deposit_counterparty_id: None | str
        if isinstance(self.deposit_counterparty_id, UUID):
            deposit_counterparty_id = str(self.deposit_counterparty_id)
        else:
            deposit_counterparty_id = self.deposit_counterparty_id

        withdrawal_counterparty_id: None | str
        if isinstance(self.withdrawal_counterparty_id, UUID):
            withdrawal_counterparty_id = str(self.withdrawal_counterparty_id)
        else:
            withdrawal_counterparty_id = self.withdrawal_counterparty_id

        sweep_direction: None | str
        if isinstance(self.sweep_direction, str):
            sweep_direction = self.sweep_direction
        else:
            sweep_direction = self.sweep_direction

        trade_action: None | str
        if isinstance(self.trade_action, str):
            trade_action = self.trade_action
        else:
            trade_action = self.trade_action

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "security": security,
                "creditDescription": credit_description,
                "feeDescription": fee_description,
                "manualAmendmentDescription": manual_amendment_description,
                "depositCounterpartyId": deposit_counterparty_id,
                "withdrawalCounterpartyId": withdrawal_counterparty_id,
                "sweepDirection": sweep_direction,
                "tradeAction": trade_action,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_security(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        security = _parse_security(d.pop("security"))

        def _parse_credit_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        credit_description = _parse_credit_description(d.pop("creditDescription"))

        def _parse_fee_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        fee_description = _parse_fee_description(d.pop("feeDescription"))

        def _parse_manual_amendment_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        manual_amendment_description = _parse_manual_amendment_description(d.pop("manualAmendmentDescription"))

        def _parse_deposit_counterparty_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                deposit_counterparty_id_type_0 = UUID(data)

                return deposit_counterparty_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        deposit_counterparty_id = _parse_deposit_counterparty_id(d.pop("depositCounterpartyId"))

        def _parse_withdrawal_counterparty_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                withdrawal_counterparty_id_type_0 = UUID(data)

                return withdrawal_counterparty_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        withdrawal_counterparty_id = _parse_withdrawal_counterparty_id(d.pop("withdrawalCounterpartyId"))

        def _parse_sweep_direction(data: object) -> None | SweepDirection:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                sweep_direction_type_0 = check_sweep_direction(data)

                return sweep_direction_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SweepDirection, data)

        sweep_direction = _parse_sweep_direction(d.pop("sweepDirection"))

        def _parse_trade_action(data: object) -> None | TradeAction:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                trade_action_type_0 = check_trade_action(data)

                return trade_action_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TradeAction, data)

        trade_action = _parse_trade_action(d.pop("tradeAction"))

        treasury_transaction_details = cls(
            security=security,
            credit_description=credit_description,
            fee_description=fee_description,
            manual_amendment_description=manual_amendment_description,
            deposit_counterparty_id=deposit_counterparty_id,
            withdrawal_counterparty_id=withdrawal_counterparty_id,
            sweep_direction=sweep_direction,
            trade_action=trade_action,
        )

        treasury_transaction_details.additional_properties = d
        return treasury_transaction_details

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
