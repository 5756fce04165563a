from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.webhook_event_type import WebhookEventType, check_webhook_event_type
from ..types import UNSET, Unset

T = TypeVar("T", bound="CreateWebhookRequest")


@_attrs_define
class CreateWebhookRequest:
    """
    Attributes:
        url (str): An https URL. Sandbox mode also allows http and loopback.
        event_types (list[WebhookEventType] | None | Unset): Event types to send. null or empty = both transaction
            events. Balance events are sent only if named.
        events (list[WebhookEventType] | None | Unset): Older name of `eventTypes`.
        filter_paths (list[str] | None | Unset): Updates are sent only if they change one of these, such as
            `transaction.status`; the resource may be omitted. null or empty = any. One of: transaction.amount,
            transaction.bankDescription, transaction.categoryData, transaction.customCategory,
            transaction.customCategory.id, transaction.customCategory.name, transaction.mercuryCategory,
            transaction.estimatedDeliveryDate, transaction.externalMemo, transaction.failedAt, transaction.note,
            transaction.postedAt, transaction.reasonForFailure, transaction.status, checkingAccount.availableBalance,
            checkingAccount.currentBalance, checkingAccount.inFlightBalance, savingsAccount.availableBalance,
            savingsAccount.currentBalance, savingsAccount.inFlightBalance, treasuryAccount.availableBalance,
            treasuryAccount.currentBalance, treasuryAccount.inFlightBalance, investmentAccount.availableBalance,
            investmentAccount.currentBalance, investmentAccount.inFlightBalance, creditAccount.availableBalance,
            creditAccount.currentBalance, creditAccount.inFlightBalance.
        idempotency_key (None | str | Unset):
    """

    url: str
    event_types: list[WebhookEventType] | None | Unset = UNSET
    events: list[WebhookEventType] | None | Unset = UNSET
    filter_paths: list[str] | None | Unset = UNSET
    idempotency_key: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        event_types: list[str] | None | Unset
        if isinstance(self.event_types, Unset):
            event_types = UNSET
        elif isinstance(self.event_types, list):
            event_types = []
            for event_types_type_0_item_data in self.event_types:
                event_types_type_0_item: str = event_types_type_0_item_data
                event_types.append(event_types_type_0_item)

        else:
            event_types = self.event_types

        events: list[str] | None | Unset
        if isinstance(self.events, Unset):
            events = UNSET
        elif isinstance(self.events, list):
            events = []
            for events_type_0_item_data in self.events:
                events_type_0_item: str = events_type_0_item_data
                events.append(events_type_0_item)

        else:
            events = self.events

        filter_paths: list[str] | None | Unset
        if isinstance(self.filter_paths, Unset):
            filter_paths = UNSET
        elif isinstance(self.filter_paths, list):
            filter_paths = self.filter_paths

        else:
            filter_paths = self.filter_paths

        idempotency_key: None | str | Unset
        if isinstance(self.idempotency_key, Unset):
            idempotency_key = UNSET
        else:
            idempotency_key = self.idempotency_key

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "url": url,
            }
        )
        if event_types is not UNSET:
            field_dict["eventTypes"] = event_types
        if events is not UNSET:
            field_dict["events"] = events
        if filter_paths is not UNSET:
            field_dict["filterPaths"] = filter_paths
        if idempotency_key is not UNSET:
            field_dict["idempotencyKey"] = idempotency_key

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        url = d.pop("url")

        def _parse_event_types(data: object) -> list[WebhookEventType] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                event_types_type_0 = []
                _event_types_type_0 = data
                for event_types_type_0_item_data in _event_types_type_0:
                    event_types_type_0_item = check_webhook_event_type(event_types_type_0_item_data)

                    event_types_type_0.append(event_types_type_0_item)

                return event_types_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[WebhookEventType] | None | Unset, data)

        event_types = _parse_event_types(d.pop("eventTypes", UNSET))

        def _parse_events(data: object) -> list[WebhookEventType] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                events_type_0 = []
                _events_type_0 = data
                for events_type_0_item_data in _events_type_0:
                    events_type_0_item = check_webhook_event_type(events_type_0_item_data)

                    events_type_0.append(events_type_0_item)

                return events_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[WebhookEventType] | None | Unset, data)

        events = _parse_events(d.pop("events", UNSET))

        def _parse_filter_paths(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                filter_paths_type_0 = cast(list[str], data)

                return filter_paths_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        filter_paths = _parse_filter_paths(d.pop("filterPaths", UNSET))

        def _parse_idempotency_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        idempotency_key = _parse_idempotency_key(d.pop("idempotencyKey", UNSET))

        create_webhook_request = cls(
            url=url,
            event_types=event_types,
            events=events,
            filter_paths=filter_paths,
            idempotency_key=idempotency_key,
        )

        return create_webhook_request
