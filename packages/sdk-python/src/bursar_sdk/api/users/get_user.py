"""GET /users/{user_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.user import User
from ...requests import OperationKey, path_segment

PATH = "/users/{user_id}"
KEY: OperationKey = None


def request(
    user_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            user_id=path_segment(user_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> User:
    response_200 = User.from_dict(response.json())

    return response_200
