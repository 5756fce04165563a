"""Operations of the tag events, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.event import Event
from ...models.event_list import EventList
from ...models.event_resource_type import EventResourceType, check_event_resource_type
from ...models.sort_order import SortOrder, check_sort_order
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    get_event,
    get_events,
)


class Events:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        resource_type: EventResourceType | Unset = UNSET,
        resource_id: UUID | Unset = UNSET,
    ) -> Page[EventList, Event]:
        """List events

        In the order in which they happened. To follow new events, store the last id and request the events
        after it. Balance events are written only while a webhook endpoint names their type.

        """
        return self._transport.page(
            get_events.request,
            get_events.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "resource_type": resource_type,
                "resource_id": resource_id,
            },
            items="events",
        )

    def get(
        self,
        event_id: UUID,
    ) -> Event:
        """Get an event

        One event by its id, such as the `webhook-id` of a delivery.

        """
        return self._transport.call(
            get_event.request(
                event_id=event_id,
            ),
            get_event.parse,
            key=get_event.KEY,
        )


class AsyncEvents:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        resource_type: EventResourceType | Unset = UNSET,
        resource_id: UUID | Unset = UNSET,
    ) -> AsyncPage[EventList, Event]:
        """List events"""
        return await self._transport.page(
            get_events.request,
            get_events.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "resource_type": resource_type,
                "resource_id": resource_id,
            },
            items="events",
        )

    async def get(
        self,
        event_id: UUID,
    ) -> Event:
        """Get an event"""
        return await self._transport.call(
            get_event.request(
                event_id=event_id,
            ),
            get_event.parse,
            key=get_event.KEY,
        )
