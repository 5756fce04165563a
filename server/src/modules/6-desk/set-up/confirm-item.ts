import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { type Actor, type AuditEntry, recordAudit } from "#records/audit";
import { type ExamineInstallation, readSetUp } from "./read-set-up.ts";
import { deleteConfirmation, insertConfirmation } from "./set-up.queries.ts";
import { type SetUpItemName, setUpItems } from "./set-up-items.ts";
import { refuseSetUp } from "./set-up-refusals.ts";

interface OfItem {
  readonly organizationId: OrganizationId;
  readonly item: SetUpItemName;
  readonly actor: Actor;
}

/** Records that a user confirmed an item. Refuses with `setUpItemNotConfirmable`. */
export async function confirmItem(
  service: Service,
  { userId, examine, ...of }: OfItem & { readonly userId: UserId; readonly examine: ExamineInstallation },
): Promise<void> {
  const { organizationId, item } = of;
  const state = (await readSetUp(service, organizationId, examine)).find((shown) => shown.item === item);
  if (state?.mayConfirm !== true) throw refuseSetUp("setUpItemNotConfirmable");
  await service.database.transaction(async (tx) => {
    const row = { item, confirmed_by: userId, confirmed_at: service.clock.now() };
    if ((await insertConfirmation(tx, organizationId, row)) === 1) await audit(service, tx, { ...of, verb: "confirm" });
  });
}

/** Withdraws a confirmation, also of another user. Refuses with `resourceNotFound`. */
export async function withdrawConfirmation(service: Service, of: OfItem): Promise<void> {
  await service.database.transaction(async (tx) => {
    if ((await deleteConfirmation(tx, of.organizationId, of.item)) === 0) throw notFound("confirmation");
    await audit(service, tx, { ...of, verb: "withdraw" });
  });
}

const audit = (
  service: Service,
  tx: Parameters<typeof recordAudit>[1],
  { organizationId, item, actor, verb }: OfItem & { readonly verb: "confirm" | "withdraw" },
): Promise<void> => {
  const { title } = setUpItems[item];
  const what = { title, ...("confirms" in setUpItems[item] ? { statement: setUpItems[item].confirms } : {}) };
  const entry = { action: `setUpItem.${verb}`, resourceType: "setUpItem", resourceId: item } as const;
  const entries: readonly AuditEntry[] = [verb === "confirm" ? { ...entry, after: what } : { ...entry, before: what }];
  return recordAudit(service, tx, { organizationId, actor, entries });
};
