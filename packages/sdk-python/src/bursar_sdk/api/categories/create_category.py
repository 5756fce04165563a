"""POST /categories"""

from typing import Any

import httpx

from ...models.category_data import CategoryData
from ...models.create_category_request import CreateCategoryRequest
from ...requests import OperationKey
from ...types import UNSET, Unset

PATH = "/categories"
KEY: OperationKey = "header"


def request(
    *,
    body: CreateCategoryRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"POST {PATH}",
        "method": "POST",
        "url": PATH,
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> CategoryData:
    response_201 = CategoryData.from_dict(response.json())

    return response_201
