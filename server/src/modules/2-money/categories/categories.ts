import { NO_HIDDEN_CHARACTERS } from "bursar-banking/text/hidden-characters";
import { type Static, Type } from "typebox";
import { notFound } from "#kernel/http/http-refusals.ts";
import { object, Uuid } from "#kernel/http/schemas.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { CategoryId, OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import {
  type CategoryRow,
  deleteCategoryRow,
  insertCategory,
  lockCategory,
  updateCategory,
} from "./categories.queries.ts";

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, pattern: NO_HIDDEN_CHARACTERS, description: "The display name." }),
  visibleForCardSpend: Type.Boolean({ description: "Available for card spend." }),
  visibleForReimbursements: Type.Boolean({ description: "Available for reimbursements." }),
  visibleForOther: Type.Boolean({ description: "Available for everything else." }),
};
/** A category as it is shown, also on transactions. */
export const CategorySchema = object(
  {
    ...fields,
    id: Uuid("The category."),
    name: Type.String({ description: "The display name." }),
  },
  { title: "CategoryData", description: "A category of the organization." },
);
export const NewCategorySchema = object(
  {
    ...fields,
    idempotencyKey: IdempotencyKey,
  },
  { title: "CreateCategoryRequest" },
);
export const CategoryChangeSchema = object(
  {
    name: Type.Optional(fields.name),
    visibleForCardSpend: Type.Optional(fields.visibleForCardSpend),
    visibleForReimbursements: Type.Optional(fields.visibleForReimbursements),
    visibleForOther: Type.Optional(fields.visibleForOther),
    idempotencyKey: IdempotencyKey,
  },
  { title: "UpdateCategoryRequest" },
);
type Category = Static<typeof CategorySchema>;
type NewCategory = Static<typeof NewCategorySchema>;
type CategoryChange = Static<typeof CategoryChangeSchema>;

export const renderCategory = (row: CategoryRow): Category => ({
  id: row.category_id,
  name: row.name,
  visibleForCardSpend: row.visible_for_card_spend,
  visibleForReimbursements: row.visible_for_reimbursements,
  visibleForOther: row.visible_for_other,
});

export function createCategory(
  service: Service,
  { caller, body, key }: { caller: Caller; body: NewCategory; key: string | undefined },
): Promise<Answer<Category>> {
  const { organizationId } = caller;
  return idempotently(service, { organizationId, operation: "createCategory", key, body }, async (tx) => ({
    statusCode: 201,
    body: await addCategory(service, tx, { organizationId, actor: actorOf(caller), category: body }),
  }));
}

/** Adds a category in the caller's transaction. */
export async function addCategory(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { organizationId, actor, category }: { organizationId: OrganizationId; actor: Actor; category: NewCategory },
): Promise<Category> {
  const row: CategoryRow = {
    category_id: service.newId<CategoryId>(),
    name: category.name,
    visible_for_card_spend: category.visibleForCardSpend,
    visible_for_reimbursements: category.visibleForReimbursements,
    visible_for_other: category.visibleForOther,
  };
  await insertCategory(tx, organizationId, row, service.clock.now());
  const added = renderCategory(row);
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [{ action: "category.create", resourceType: "category", resourceId: row.category_id, after: added }],
  });
  return added;
}

export function editCategory(
  service: Service,
  {
    caller,
    categoryId,
    change,
    instruction,
    key,
  }: {
    caller: Caller;
    categoryId: string;
    change: CategoryChange;
    /** What the key stands for. */
    instruction: CategoryChange;
    key: string | undefined;
  },
): Promise<Answer<Category>> {
  const { organizationId } = caller;
  const keyed = { organizationId, operation: "editCategory", key, body: { ...instruction, categoryId } };
  return idempotently(service, keyed, async (tx) => {
    const row = await lockCategory(tx, organizationId, categoryId);
    if (!row) throw notFound("category");
    const after: CategoryRow = {
      ...row,
      name: change.name ?? row.name,
      visible_for_card_spend: change.visibleForCardSpend ?? row.visible_for_card_spend,
      visible_for_reimbursements: change.visibleForReimbursements ?? row.visible_for_reimbursements,
      visible_for_other: change.visibleForOther ?? row.visible_for_other,
    };
    await updateCategory(tx, organizationId, after);
    await recordAudit(service, tx, {
      organizationId,
      actor: actorOf(caller),
      entries: [
        {
          action: "category.update",
          resourceType: "category",
          resourceId: categoryId,
          before: renderCategory(row),
          after: renderCategory(after),
        },
      ],
    });
    return { statusCode: 200, body: renderCategory(after) };
  });
}

/** Transactions keep it and still show it; it is no longer listed or offered. */
export function deleteCategory(
  service: Service,
  { caller, categoryId }: { caller: Caller; categoryId: string },
): Promise<void> {
  const { organizationId } = caller;
  return service.database.transaction(async (tx) => {
    const row = await lockCategory(tx, organizationId, categoryId);
    if (!row) throw notFound("category");
    await deleteCategoryRow(tx, organizationId, categoryId, service.clock.now());
    await recordAudit(service, tx, {
      organizationId,
      actor: actorOf(caller),
      entries: [
        { action: "category.delete", resourceType: "category", resourceId: categoryId, before: renderCategory(row) },
      ],
    });
  });
}
