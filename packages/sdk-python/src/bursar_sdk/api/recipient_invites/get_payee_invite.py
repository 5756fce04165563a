"""GET /invites/{invite_id}"""

from typing import Any

import httpx

from ...models.payee_invite import PayeeInvite
from ...requests import OperationKey, path_segment

PATH = "/invites/{invite_id}"
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


def parse(response: httpx.Response) -> PayeeInvite:
    response_200 = PayeeInvite.from_dict(response.json())

    return response_200
