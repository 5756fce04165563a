"""GET /recipients/invites/{invite_id}"""

from typing import Any

import httpx

from ...models.recipient_invite import RecipientInvite
from ...requests import OperationKey, path_segment

PATH = "/recipients/invites/{invite_id}"
KEY: OperationKey = None


def request(
    invite_id: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            invite_id=path_segment(invite_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> RecipientInvite:
    response_200 = RecipientInvite.from_dict(response.json())

    return response_200
