"""GET /events/{event_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.event import Event
from ...requests import OperationKey, path_segment

PATH = "/events/{event_id}"
KEY: OperationKey = None


def request(
    event_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            event_id=path_segment(event_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> Event:
    response_200 = Event.from_dict(response.json())

    return response_200
