"""GET /recipients/spelling"""

from typing import Any

import httpx

from ...models.name_spelling import NameSpelling
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/recipients/spelling"
KEY: OperationKey = None


def request(
    *,
    name: str | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["name"] = name

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH,
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> NameSpelling:
    response_200 = NameSpelling.from_dict(response.json())

    return response_200
