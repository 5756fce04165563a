"""GET /ar/attachments/{attachment_id}"""

from typing import Any
from uuid import UUID

import httpx

from ...models.invoice_attachment import InvoiceAttachment
from ...requests import OperationKey, path_segment

PATH = "/ar/attachments/{attachment_id}"
KEY: OperationKey = None


def request(
    attachment_id: UUID,
) -> dict[str, Any]:

    _kwargs: dict[str, Any] = {
        "operation": f"GET {PATH}",
        "method": "GET",
        "url": PATH.format(
            attachment_id=path_segment(attachment_id),
        ),
    }

    return _kwargs


def parse(response: httpx.Response) -> InvoiceAttachment:
    response_200 = InvoiceAttachment.from_dict(response.json())

    return response_200
