"""GET /sandbox/emails/{email_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.sandbox_email import SandboxEmail
from ...requests import OperationKey, path_segment

PATH = "/sandbox/emails/{email_id}"
KEY: OperationKey = None


def request(
    email_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            email_id=path_segment(email_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> SandboxEmail:
    response_200 = SandboxEmail.from_dict(response.json())

    return response_200
