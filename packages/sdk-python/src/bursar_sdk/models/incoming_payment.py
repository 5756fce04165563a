from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.incoming_payment_status import IncomingPaymentStatus, check_incoming_payment_status
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.invoice_match import InvoiceMatch
    from ..models.suggested_match import SuggestedMatch


T = TypeVar("T", bound="IncomingPayment")


@_attrs_define
class IncomingPayment:
    """A deposit that may pay invoices.

    Attributes:
        id (UUID): The incoming transaction.
        account_id (UUID): The receiving account.
        payer_name (str): Who paid.
        memo (None | str): What the payer wrote.
        amount (float): The amount. US dollars.
        amount_matched (float): The part that pays invoices. US dollars.
        received_at (datetime.datetime): When it arrived.
        status (IncomingPaymentStatus): `open`: not matched with an invoice. `matched`: pays one or more invoices; what
            is left is the customer's credit. `ignored`: a user marked it as having nothing to do with invoices. `returned`:
            the payer's bank returned it.
        matches (list[InvoiceMatch]): Its active matches.
        suggested_matches (list[SuggestedMatch] | Unset): What the payment is probably for: invoices of one customer, by
            the number in the memo or a name near the payer's. Only in lists with `suggestions`; nothing is matched until
            someone accepts it.
    """

    id: UUID
    account_id: UUID
    payer_name: str
    memo: None | str
    amount: float
    amount_matched: float
    received_at: datetime.datetime
    status: IncomingPaymentStatus
    matches: list[InvoiceMatch]
    suggested_matches: list[SuggestedMatch] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        account_id = str(self.account_id)

        payer_name = self.payer_name

        memo: None | str
        memo = self.memo

        amount = self.amount

        amount_matched = self.amount_matched

        received_at = self.received_at.isoformat()

        status: str = self.status

        matches = []
        for matches_item_data in self.matches:
            matches_item = matches_item_data.to_dict()
            matches.append(matches_item)

        suggested_matches: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.suggested_matches, Unset):
            suggested_matches = []
            for suggested_matches_item_data in self.suggested_matches:
                suggested_matches_item = suggested_matches_item_data.to_dict()
                suggested_matches.append(suggested_matches_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "accountId": account_id,
                "payerName": payer_name,
                "memo": memo,
                "amount": amount,
                "amountMatched": amount_matched,
                "receivedAt": received_at,
                "status": status,
                "matches": matches,
            }
        )
        if suggested_matches is not UNSET:
            field_dict["suggestedMatches"] = suggested_matches

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice_match import InvoiceMatch  # noqa: PLC0415
        from ..models.suggested_match import SuggestedMatch  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        account_id = UUID(d.pop("accountId"))

        payer_name = d.pop("payerName")

        def _parse_memo(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        memo = _parse_memo(d.pop("memo"))

        amount = d.pop("amount")

        amount_matched = d.pop("amountMatched")

        received_at = datetime.datetime.fromisoformat(d.pop("receivedAt"))

        status = check_incoming_payment_status(d.pop("status"))

        matches = []
        _matches = d.pop("matches")
        for matches_item_data in _matches:
            matches_item = InvoiceMatch.from_dict(matches_item_data)

            matches.append(matches_item)

        _suggested_matches = d.pop("suggestedMatches", UNSET)
        suggested_matches: list[SuggestedMatch] | Unset = UNSET
        if _suggested_matches is not UNSET:
            suggested_matches = []
            for suggested_matches_item_data in _suggested_matches:
                suggested_matches_item = SuggestedMatch.from_dict(suggested_matches_item_data)

                suggested_matches.append(suggested_matches_item)

        incoming_payment = cls(
            id=id,
            account_id=account_id,
            payer_name=payer_name,
            memo=memo,
            amount=amount,
            amount_matched=amount_matched,
            received_at=received_at,
            status=status,
            matches=matches,
            suggested_matches=suggested_matches,
        )

        incoming_payment.additional_properties = d
        return incoming_payment

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
