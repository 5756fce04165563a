from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="InvoiceSettings")


@_attrs_define
class InvoiceSettings:
    """The organization's settings for invoices.

    Attributes:
        version (int): Send it back with a change.
        reminders_on (bool): Whether reminders are emailed automatically.
        reminder_days (list[int]): When reminders are emailed: days after the due date; negative numbers are days before
            it.
        automatic_matching (bool): Whether incoming payments are matched automatically if their invoice is certain.
        can_change (bool): Whether the caller may change them.
    """

    version: int
    reminders_on: bool
    reminder_days: list[int]
    automatic_matching: bool
    can_change: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        version = self.version

        reminders_on = self.reminders_on

        reminder_days = self.reminder_days

        automatic_matching = self.automatic_matching

        can_change = self.can_change

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "version": version,
                "remindersOn": reminders_on,
                "reminderDays": reminder_days,
                "automaticMatching": automatic_matching,
                "canChange": can_change,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        version = d.pop("version")

        reminders_on = d.pop("remindersOn")

        reminder_days = cast(list[int], d.pop("reminderDays"))

        automatic_matching = d.pop("automaticMatching")

        can_change = d.pop("canChange")

        invoice_settings = cls(
            version=version,
            reminders_on=reminders_on,
            reminder_days=reminder_days,
            automatic_matching=automatic_matching,
            can_change=can_change,
        )

        invoice_settings.additional_properties = d
        return invoice_settings

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
