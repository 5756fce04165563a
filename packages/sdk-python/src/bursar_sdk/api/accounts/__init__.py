"""Operations of the tag accounts, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.account import Account
from ...models.account_card_list import AccountCardList
from ...models.account_list import AccountList
from ...models.card_list import CardList
from ...models.credit_account_list import CreditAccountList
from ...models.sort_order import SortOrder, check_sort_order
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    get_account,
    get_accounts,
    list_account_cards,
    list_cards,
    list_credit_accounts,
    list_safes,
)


class Accounts:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
    ) -> Page[AccountList, Account]:
        """List accounts

        The organization's checking, savings and treasury accounts with their balances, in the order in
        which they were opened.

        """
        return self._transport.page(
            get_accounts.request,
            get_accounts.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
            },
            items="accounts",
        )

    def get(
        self,
        account_id: UUID,
    ) -> Account:
        """Get an account

        One of the organization's accounts with its balances.

        """
        return self._transport.call(
            get_account.request(
                account_id=account_id,
            ),
            get_account.parse,
            key=get_account.KEY,
        )

    def list_cards(
        self,
    ) -> CardList:
        """List cards

        Debit and credit cards: this service has none. The list is empty, and an item is not found.

        """
        return self._transport.call(
            list_cards.request(),
            list_cards.parse,
            key=list_cards.KEY,
        )

    def list_account_cards(
        self,
        account_id: UUID,
    ) -> AccountCardList:
        """List an account's cards

        Debit and credit cards: this service has none. The list is empty, and an item is not found.

        """
        return self._transport.call(
            list_account_cards.request(
                account_id=account_id,
            ),
            list_account_cards.parse,
            key=list_account_cards.KEY,
        )

    def list_credit_accounts(
        self,
    ) -> CreditAccountList:
        """List credit accounts

        Credit accounts: this service has none. The list is empty, and an item is not found.

        """
        return self._transport.call(
            list_credit_accounts.request(),
            list_credit_accounts.parse,
            key=list_credit_accounts.KEY,
        )

    def list_safes(
        self,
    ) -> builtins.list[Any]:
        """List SAFEs

        Simple agreements for future equity: this service has none. The list is empty, and an item is not
        found.

        """
        return self._transport.call(
            list_safes.request(),
            list_safes.parse,
            key=list_safes.KEY,
        )


class AsyncAccounts:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
    ) -> AsyncPage[AccountList, Account]:
        """List accounts"""
        return await self._transport.page(
            get_accounts.request,
            get_accounts.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
            },
            items="accounts",
        )

    async def get(
        self,
        account_id: UUID,
    ) -> Account:
        """Get an account"""
        return await self._transport.call(
            get_account.request(
                account_id=account_id,
            ),
            get_account.parse,
            key=get_account.KEY,
        )

    async def list_cards(
        self,
    ) -> CardList:
        """List cards"""
        return await self._transport.call(
            list_cards.request(),
            list_cards.parse,
            key=list_cards.KEY,
        )

    async def list_account_cards(
        self,
        account_id: UUID,
    ) -> AccountCardList:
        """List an account's cards"""
        return await self._transport.call(
            list_account_cards.request(
                account_id=account_id,
            ),
            list_account_cards.parse,
            key=list_account_cards.KEY,
        )

    async def list_credit_accounts(
        self,
    ) -> CreditAccountList:
        """List credit accounts"""
        return await self._transport.call(
            list_credit_accounts.request(),
            list_credit_accounts.parse,
            key=list_credit_accounts.KEY,
        )

    async def list_safes(
        self,
    ) -> builtins.list[Any]:
        """List SAFEs"""
        return await self._transport.call(
            list_safes.request(),
            list_safes.parse,
            key=list_safes.KEY,
        )
