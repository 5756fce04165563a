from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.invoice_debit import InvoiceDebit


T = TypeVar("T", bound="DebitOffer")


@_attrs_define
class DebitOffer:
    """Payment by ACH debit.

    Attributes:
        is_offered (bool): Whether the invoice can be paid by ACH debit now.
        is_sandbox (bool): Whether the bank is simulated.
        authorization (str): What the customer agrees to.
        latest (InvoiceDebit | None):
    """

    is_offered: bool
    is_sandbox: bool
    authorization: str
    latest: InvoiceDebit | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.invoice_debit import InvoiceDebit  # noqa: PLC0415

        is_offered = self.is_offered

        is_sandbox = self.is_sandbox

        authorization = self.authorization

        latest: dict[str, Any] | None
        if isinstance(self.latest, InvoiceDebit):
            latest = self.latest.to_dict()
        else:
            latest = self.latest

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "isOffered": is_offered,
                "isSandbox": is_sandbox,
                "authorization": authorization,
                "latest": latest,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.invoice_debit import InvoiceDebit  # noqa: PLC0415

        d = dict(src_dict)
        is_offered = d.pop("isOffered")

        is_sandbox = d.pop("isSandbox")

        authorization = d.pop("authorization")

        def _parse_latest(data: object) -> InvoiceDebit | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                latest_type_0 = InvoiceDebit.from_dict(data)

                return latest_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(InvoiceDebit | None, data)

        latest = _parse_latest(d.pop("latest"))

        debit_offer = cls(
            is_offered=is_offered,
            is_sandbox=is_sandbox,
            authorization=authorization,
            latest=latest,
        )

        debit_offer.additional_properties = d
        return debit_offer

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
