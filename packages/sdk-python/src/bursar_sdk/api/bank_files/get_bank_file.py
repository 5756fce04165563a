"""GET /bank-files/{file_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.bank_file import BankFile
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/bank-files/{file_id}"
KEY: OperationKey = None


def request(
    file_id: UUID,
    *,
    payments_after: int | Unset = UNSET,
) -> dict[str, Any]:

    params: dict[str, Any] = {}

    params["payments_after"] = payments_after

    params = {k: v for k, v in params.items() if v is not UNSET and v is not None}

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            file_id=path_segment(file_id),
        ),
        "params": params,
    }

    return _kwargs


def parse(response: httpx.Response) -> BankFile:
    response_200 = BankFile.from_dict(response.json())

    return response_200
