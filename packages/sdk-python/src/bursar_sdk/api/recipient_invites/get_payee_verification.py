"""GET /verifications/{secret}"""

from typing import Any

import httpx

from ...models.payee_verification import PayeeVerification
from ...requests import OperationKey, path_segment

PATH = "/verifications/{secret}"
KEY: OperationKey = None


def request(
    secret: str,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            secret=path_segment(secret),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> PayeeVerification:
    response_200 = PayeeVerification.from_dict(response.json())

    return response_200
