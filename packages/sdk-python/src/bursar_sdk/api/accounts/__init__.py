"""Operations of the tag accounts, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.account import Account
from ...models.account_card_list import AccountCardList
from ...models.account_list import AccountList
from ...models.balance_history import BalanceHistory
from ...models.card_list import CardList
from ...models.cash_flow import CashFlow
from ...models.credit_account_list import CreditAccountList
from ...models.sort_order import SortOrder, check_sort_order
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    get_account,
    get_accounts,
    get_balance_history,
    get_cash_flow,
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

    def get_cash_flow(
        self,
        *,
        months: int | Unset = UNSET,
        account_id: UUID | Unset = UNSET,
    ) -> CashFlow:
        """Get cash flow by month

        By calendar month in New York, current month last. Payments count when they are sent; returned
        payments count as inflow. Transfers between accounts count for a single account, but not for all
        accounts together.

        """
        return self._transport.call(
            get_cash_flow.request(
                months=months,
                account_id=account_id,
            ),
            get_cash_flow.parse,
            key=get_cash_flow.KEY,
        )

    def get_balance_history(
        self,
        *,
        days: int | Unset = UNSET,
        account_id: UUID | Unset = UNSET,
    ) -> BalanceHistory:
        """Get end-of-day balances

        The current balance (including holds for payments not sent yet) at the end of each day in New York;
        for today, the balance now.

        """
        return self._transport.call(
            get_balance_history.request(
                days=days,
                account_id=account_id,
            ),
            get_balance_history.parse,
            key=get_balance_history.KEY,
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

    async def get_cash_flow(
        self,
        *,
        months: int | Unset = UNSET,
        account_id: UUID | Unset = UNSET,
    ) -> CashFlow:
        """Get cash flow by month"""
        return await self._transport.call(
            get_cash_flow.request(
                months=months,
                account_id=account_id,
            ),
            get_cash_flow.parse,
            key=get_cash_flow.KEY,
        )

    async def get_balance_history(
        self,
        *,
        days: int | Unset = UNSET,
        account_id: UUID | Unset = UNSET,
    ) -> BalanceHistory:
        """Get end-of-day balances"""
        return await self._transport.call(
            get_balance_history.request(
                days=days,
                account_id=account_id,
            ),
            get_balance_history.parse,
            key=get_balance_history.KEY,
        )
