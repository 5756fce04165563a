from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.bank_movement import BankMovement
    from ..models.ledger_entry import LedgerEntry
    from ..models.page import Page


T = TypeVar("T", bound="BankMovementList")


@_attrs_define
class BankMovementList:
    """
    Attributes:
        movements (list[BankMovement]): The latest first.
        in_transit (list[LedgerEntry]): With `state=open`, the oldest 200 that statements lack.
        in_transit_count (int): How many they lack.
        in_transit_total (float): Their sum. US dollars.
        page (Page): Always an object; empty if all items are on this page.
    """

    movements: list[BankMovement]
    in_transit: list[LedgerEntry]
    in_transit_count: int
    in_transit_total: float
    page: Page
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        movements = []
        for movements_item_data in self.movements:
            movements_item = movements_item_data.to_dict()
            movements.append(movements_item)

        in_transit = []
        for in_transit_item_data in self.in_transit:
            in_transit_item = in_transit_item_data.to_dict()
            in_transit.append(in_transit_item)

        in_transit_count = self.in_transit_count

        in_transit_total = self.in_transit_total

        page = self.page.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "movements": movements,
                "inTransit": in_transit,
                "inTransitCount": in_transit_count,
                "inTransitTotal": in_transit_total,
                "page": page,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bank_movement import BankMovement  # noqa: PLC0415
        from ..models.ledger_entry import LedgerEntry  # noqa: PLC0415
        from ..models.page import Page  # noqa: PLC0415

        d = dict(src_dict)
        movements = []
        _movements = d.pop("movements")
        for movements_item_data in _movements:
            movements_item = BankMovement.from_dict(movements_item_data)

            movements.append(movements_item)

        in_transit = []
        _in_transit = d.pop("inTransit")
        for in_transit_item_data in _in_transit:
            in_transit_item = LedgerEntry.from_dict(in_transit_item_data)

            in_transit.append(in_transit_item)

        in_transit_count = d.pop("inTransitCount")

        in_transit_total = d.pop("inTransitTotal")

        page = Page.from_dict(d.pop("page"))

        bank_movement_list = cls(
            movements=movements,
            in_transit=in_transit,
            in_transit_count=in_transit_count,
            in_transit_total=in_transit_total,
            page=page,
        )

        bank_movement_list.additional_properties = d
        return bank_movement_list

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
