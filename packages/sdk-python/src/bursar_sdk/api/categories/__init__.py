"""Operations of the tag categories, for both kinds of clients."""

import builtins
from typing import Any
from uuid import UUID

from ...models.apply_category_rules_request import ApplyCategoryRulesRequest
from ...models.category_data import CategoryData
from ...models.category_list import CategoryList
from ...models.category_rule import CategoryRule
from ...models.category_rule_list import CategoryRuleList
from ...models.category_rule_run import CategoryRuleRun
from ...models.create_category_request import CreateCategoryRequest
from ...models.create_category_rule_request import CreateCategoryRuleRequest
from ...models.sort_order import SortOrder, check_sort_order
from ...models.update_category_request import UpdateCategoryRequest
from ...models.update_category_rule_request import UpdateCategoryRuleRequest
from ...pages import AsyncPage, Page
from ...transport import AsyncTransport, Transport
from ...types import UNSET, Unset
from . import (
    apply_category_rules,
    create_category,
    create_category_alias,
    create_category_rule,
    delete_category,
    delete_category_rule,
    edit_category,
    edit_category_alias,
    get_category_rule_run,
    list_categories,
    list_category_rules,
    patch_category,
    patch_category_rule,
    update_category_rule,
)


class Categories:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
    ) -> Page[CategoryList, CategoryData]:
        """List categories

        In order of creation.

        """
        return self._transport.page(
            list_categories.request,
            list_categories.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
            },
            items="categories",
        )

    def create(
        self,
        *,
        body: CreateCategoryRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryData:
        """Create a category

        Set it on transactions with PATCH /transaction/{transactionId}.

        """
        return self._transport.call(
            create_category.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_category.parse,
            key=create_category.KEY,
        )

    def create_alias(
        self,
        *,
        body: CreateCategoryRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryData:
        """Create a category

        Set it on transactions with PATCH /transaction/{transactionId}.

        """
        return self._transport.call(
            create_category_alias.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_category_alias.parse,
            key=create_category_alias.KEY,
        )

    def edit(
        self,
        category_id: UUID,
        *,
        body: UpdateCategoryRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryData:
        """Edit a category

        Omitted members keep their values.

        """
        return self._transport.call(
            edit_category.request(
                category_id=category_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            edit_category.parse,
            key=edit_category.KEY,
        )

    def delete(
        self,
        category_id: UUID,
    ) -> None:
        """Delete a category

        It can no longer be set. Transactions that have it keep it and still show it; category rules that
        give it do nothing.

        """
        return self._transport.call(
            delete_category.request(
                category_id=category_id,
            ),
            delete_category.parse,
            key=delete_category.KEY,
        )

    def patch(
        self,
        category_id: UUID,
        *,
        body: UpdateCategoryRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryData:
        """Edit a category

        The same as POST.

        """
        return self._transport.call(
            patch_category.request(
                category_id=category_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            patch_category.parse,
            key=patch_category.KEY,
        )

    def edit_alias(
        self,
        category_id: UUID,
        *,
        body: UpdateCategoryRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryData:
        """Edit a category

        Omitted members keep their values.

        """
        return self._transport.call(
            edit_category_alias.request(
                category_id=category_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            edit_category_alias.parse,
            key=edit_category_alias.KEY,
        )

    def list_rules(
        self,
    ) -> CategoryRuleList:
        """List category rules

        Rules give new transactions a category shortly after they are created; the first match applies. They
        never change a category that a person or token has chosen or cleared, nor transfers between own
        accounts.

        """
        return self._transport.call(
            list_category_rules.request(),
            list_category_rules.parse,
            key=list_category_rules.KEY,
        )

    def create_rule(
        self,
        *,
        body: CreateCategoryRuleRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryRule:
        """Create a category rule

        Applies to transactions created from now on. POST /category-rules/apply applies the rules to
        existing ones.

        """
        return self._transport.call(
            create_category_rule.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_category_rule.parse,
            key=create_category_rule.KEY,
        )

    def update_rule(
        self,
        rule_id: UUID,
        *,
        body: UpdateCategoryRuleRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryRule:
        """Change a category rule

        Omitted members keep their values; `conditions` replaces all conditions. Categories that the rule
        has given stay until the rules are applied again.

        """
        return self._transport.call(
            update_category_rule.request(
                rule_id=rule_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            update_category_rule.parse,
            key=update_category_rule.KEY,
        )

    def delete_rule(
        self,
        rule_id: UUID,
    ) -> None:
        """Delete a category rule

        Categories that it has given stay until the rules are applied again.

        """
        return self._transport.call(
            delete_category_rule.request(
                rule_id=rule_id,
            ),
            delete_category_rule.parse,
            key=delete_category_rule.KEY,
        )

    def patch_rule(
        self,
        rule_id: UUID,
        *,
        body: UpdateCategoryRuleRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryRule:
        """Change a category rule

        The same as POST.

        """
        return self._transport.call(
            patch_category_rule.request(
                rule_id=rule_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            patch_category_rule.parse,
            key=patch_category_rule.KEY,
        )

    def apply_rules(
        self,
        *,
        body: ApplyCategoryRulesRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryRuleRun:
        """Apply category rules to existing transactions

        Gives every transaction of the range the category of the first rule that matches, and removes
        categories that no rule gives anymore. Categories that a person or token has chosen or cleared stay.
        Runs in the background: GET /category-rules/runs/{runId} shows its progress.

        """
        return self._transport.call(
            apply_category_rules.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            apply_category_rules.parse,
            key=apply_category_rules.KEY,
        )

    def get_rule_run(
        self,
        run_id: UUID,
    ) -> CategoryRuleRun:
        """Get the progress of applying category rules

        How many transactions have been examined and changed.

        """
        return self._transport.call(
            get_category_rule_run.request(
                run_id=run_id,
            ),
            get_category_rule_run.parse,
            key=get_category_rule_run.KEY,
        )


class AsyncCategories:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        limit: int | Unset = UNSET,
        order: SortOrder | Unset = UNSET,
        start_after: UUID | Unset = UNSET,
        end_before: UUID | Unset = UNSET,
    ) -> AsyncPage[CategoryList, CategoryData]:
        """List categories"""
        return await self._transport.page(
            list_categories.request,
            list_categories.parse,
            {
                "limit": limit,
                "order": order,
                "start_after": start_after,
                "end_before": end_before,
            },
            items="categories",
        )

    async def create(
        self,
        *,
        body: CreateCategoryRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryData:
        """Create a category"""
        return await self._transport.call(
            create_category.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_category.parse,
            key=create_category.KEY,
        )

    async def create_alias(
        self,
        *,
        body: CreateCategoryRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryData:
        """Create a category"""
        return await self._transport.call(
            create_category_alias.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_category_alias.parse,
            key=create_category_alias.KEY,
        )

    async def edit(
        self,
        category_id: UUID,
        *,
        body: UpdateCategoryRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryData:
        """Edit a category"""
        return await self._transport.call(
            edit_category.request(
                category_id=category_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            edit_category.parse,
            key=edit_category.KEY,
        )

    async def delete(
        self,
        category_id: UUID,
    ) -> None:
        """Delete a category"""
        return await self._transport.call(
            delete_category.request(
                category_id=category_id,
            ),
            delete_category.parse,
            key=delete_category.KEY,
        )

    async def patch(
        self,
        category_id: UUID,
        *,
        body: UpdateCategoryRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryData:
        """Edit a category"""
        return await self._transport.call(
            patch_category.request(
                category_id=category_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            patch_category.parse,
            key=patch_category.KEY,
        )

    async def edit_alias(
        self,
        category_id: UUID,
        *,
        body: UpdateCategoryRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryData:
        """Edit a category"""
        return await self._transport.call(
            edit_category_alias.request(
                category_id=category_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            edit_category_alias.parse,
            key=edit_category_alias.KEY,
        )

    async def list_rules(
        self,
    ) -> CategoryRuleList:
        """List category rules"""
        return await self._transport.call(
            list_category_rules.request(),
            list_category_rules.parse,
            key=list_category_rules.KEY,
        )

    async def create_rule(
        self,
        *,
        body: CreateCategoryRuleRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryRule:
        """Create a category rule"""
        return await self._transport.call(
            create_category_rule.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            create_category_rule.parse,
            key=create_category_rule.KEY,
        )

    async def update_rule(
        self,
        rule_id: UUID,
        *,
        body: UpdateCategoryRuleRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryRule:
        """Change a category rule"""
        return await self._transport.call(
            update_category_rule.request(
                rule_id=rule_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            update_category_rule.parse,
            key=update_category_rule.KEY,
        )

    async def delete_rule(
        self,
        rule_id: UUID,
    ) -> None:
        """Delete a category rule"""
        return await self._transport.call(
            delete_category_rule.request(
                rule_id=rule_id,
            ),
            delete_category_rule.parse,
            key=delete_category_rule.KEY,
        )

    async def patch_rule(
        self,
        rule_id: UUID,
        *,
        body: UpdateCategoryRuleRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryRule:
        """Change a category rule"""
        return await self._transport.call(
            patch_category_rule.request(
                rule_id=rule_id,
                body=body,
                idempotency_key=idempotency_key,
            ),
            patch_category_rule.parse,
            key=patch_category_rule.KEY,
        )

    async def apply_rules(
        self,
        *,
        body: ApplyCategoryRulesRequest,
        idempotency_key: str | Unset = UNSET,
    ) -> CategoryRuleRun:
        """Apply category rules to existing transactions"""
        return await self._transport.call(
            apply_category_rules.request(
                body=body,
                idempotency_key=idempotency_key,
            ),
            apply_category_rules.parse,
            key=apply_category_rules.KEY,
        )

    async def get_rule_run(
        self,
        run_id: UUID,
    ) -> CategoryRuleRun:
        """Get the progress of applying category rules"""
        return await self._transport.call(
            get_category_rule_run.request(
                run_id=run_id,
            ),
            get_category_rule_run.parse,
            key=get_category_rule_run.KEY,
        )
