"""Operations of the tag users, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.sort_order import SortOrder, check_sort_order
from ...models.user import User
from ...models.user_list import UserList
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    get_user,
    get_users,
)


class Users:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        start_at: UUID | Unset = UNSET,
    ) -> Page[UserList, User]:
        """List users

        The organization's users, including locked ones.

        """
        return self._transport.page(
            get_users.request,
            get_users.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "start_at": start_at,
            },
            items="users",
        )

    def get(
        self,
        user_id: UUID,
    ) -> User:
        """Get a user

        One user of the organization.

        """
        return self._transport.call(
            get_user.request(
                user_id=user_id,
            ),
            get_user.parse,
            key=get_user.KEY,
        )


class AsyncUsers:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
        start_at: UUID | Unset = UNSET,
    ) -> AsyncPage[UserList, User]:
        """List users"""
        return await self._transport.page(
            get_users.request,
            get_users.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
                "start_at": start_at,
            },
            items="users",
        )

    async def get(
        self,
        user_id: UUID,
    ) -> User:
        """Get a user"""
        return await self._transport.call(
            get_user.request(
                user_id=user_id,
            ),
            get_user.parse,
            key=get_user.KEY,
        )
