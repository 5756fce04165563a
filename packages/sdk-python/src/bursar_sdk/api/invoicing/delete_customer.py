"""DELETE /ar/customers/{customer_id}"""

from typing import Any, cast
from uuid import UUID

import httpx

from ...requests import OperationKey, path_segment

PATH = "/ar/customers/{customer_id}"
KEY: OperationKey = None


def request(
    customer_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"DELETE {PATH}",
        "method": "DELETE",
        "url": PATH.format(
            customer_id=path_segment(customer_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> None:
    return cast(None, response.json())
