"""Operations of the tag attachments, for both kinds of clients."""

import builtins
from typing import Any

from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from . import (
    download_attachment,
)


class Attachments:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def download(
        self,
        link: str,
    ) -> bytes:
        """Download an attachment

        The file of a `url`, as it was uploaded; photos have lost their metadata, such as the place. A link
        that was changed, has expired, or leads to a deleted file is not found. A connection that ends
        before `Content-Length` bytes means that the file is incomplete.

        """
        return self._transport.call(
            download_attachment.request(
                link=link,
            ),
            download_attachment.parse,
            key=download_attachment.KEY,
        )


class AsyncAttachments:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def download(
        self,
        link: str,
    ) -> bytes:
        """Download an attachment"""
        return await self._transport.call(
            download_attachment.request(
                link=link,
            ),
            download_attachment.parse,
            key=download_attachment.KEY,
        )
