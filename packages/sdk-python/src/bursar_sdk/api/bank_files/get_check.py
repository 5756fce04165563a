"""GET /checks/{transaction_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.check import Check
from ...requests import OperationKey, path_segment

PATH = "/checks/{transaction_id}"
KEY: OperationKey = None


def request(
    transaction_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            transaction_id=path_segment(transaction_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> Check:
    response_200 = Check.from_dict(response.json())

    return response_200
