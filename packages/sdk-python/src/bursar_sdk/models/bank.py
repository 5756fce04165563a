from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Bank")


@_attrs_define
class Bank:
    """
    Attributes:
        routing_number (str): As given.
        name (None | str): The bank's name; null if it is not known.
        city (None | str): Its city; null if it is not known.
        state (None | str): Its state, two letters; null if it is not known.
        problem (None | str): Why it cannot be a routing number; null if it can.
    """

    routing_number: str
    name: None | str
    city: None | str
    state: None | str
    problem: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        routing_number = self.routing_number

        name: None | str
        name = self.name

        city: None | str
        city = self.city

        state: None | str
        state = self.state

        problem: None | str
        problem = self.problem

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "routingNumber": routing_number,
                "name": name,
                "city": city,
                "state": state,
                "problem": problem,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        routing_number = d.pop("routingNumber")

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

        def _parse_city(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        city = _parse_city(d.pop("city"))

        def _parse_state(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        state = _parse_state(d.pop("state"))

        def _parse_problem(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        problem = _parse_problem(d.pop("problem"))

        bank = cls(
            routing_number=routing_number,
            name=name,
            city=city,
            state=state,
            problem=problem,
        )

        bank.additional_properties = d
        return bank

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
