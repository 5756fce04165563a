"""PATCH /categories/{category_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.category_data import CategoryData
from ...models.update_category_request import UpdateCategoryRequest
from ...requests import OperationKey, path_segment
from ...types import UNSET, Unset

PATH = "/categories/{category_id}"
KEY: OperationKey = "header"


def request(
    category_id: UUID,
    *,
    body: UpdateCategoryRequest,
    idempotency_key: str | Unset = UNSET,
) -> dict[str, Any]:
    headers: dict[str, Any] = {}
    if not isinstance(idempotency_key, Unset):
        headers["Idempotency-Key"] = idempotency_key

    _kwargs: dict[str, Any] = {
        "operation": f"PATCH {PATH}",
        "method": "PATCH",
        "url": PATH.format(
            category_id=path_segment(category_id),
        ),
    }

    _kwargs["json"] = body.to_dict()

    headers["Content-Type"] = "application/json"
    _kwargs["headers"] = headers
    return _kwargs


def parse(response: httpx.Response) -> CategoryData:
    response_200 = CategoryData.from_dict(response.json())

    return response_200
