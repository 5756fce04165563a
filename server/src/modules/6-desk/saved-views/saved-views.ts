import { notFound } from "#kernel/http/http-refusals.ts";
import { type Answer, idempotently } from "#kernel/idempotency/idempotently.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { UserId } from "#kernel/values/ids.ts";
import { actorOf, recordAudit } from "#records/audit";
import type { Caller } from "#records/identity";
import { personOf } from "#records/people";
import {
  canChange,
  isVisible,
  type NewSavedView,
  renderView,
  type SavedView,
  type SavedViewChange,
  type SavedViewId,
  type SavedViewRow,
  scopeOfPage,
} from "./saved-view.ts";
import { refuseView, VIEWS_MAX } from "./saved-view-refusals.ts";
import { deleteViewRow, insertView, lockView, updateView } from "./saved-views.queries.ts";

/** Refuses with `savedViewPageClosed` or `tooManySavedViews`. */
export async function createView(
  service: Service,
  { caller, body, key }: { caller: Caller; body: NewSavedView; key: string | undefined },
): Promise<Answer<SavedView>> {
  const { organizationId, userId } = personOf(caller);
  if (!caller.scopes.has(scopeOfPage[body.page])) throw refuseView("savedViewPageClosed");
  // A key repeated by another user shows a private view only as far as that user's own request does.
  const show = (view: SavedView): SavedView => ({
    ...view,
    // As stored by this function.
    canChange: canChange({ created_by: view.createdBy as UserId }, caller),
  });
  return idempotently(service, { organizationId, operation: "createSavedView", key, body, show }, async (tx) => {
    const row: SavedViewRow = {
      view_id: service.newId<SavedViewId>(),
      page: body.page,
      name: body.name,
      query: body.query,
      is_shared: body.isShared,
      created_by: userId,
    };
    const inserted = await insertView(tx, organizationId, { row, at: service.clock.now(), most: VIEWS_MAX });
    if (inserted === 0) throw refuseView("tooManySavedViews", { details: { limit: VIEWS_MAX } });
    await audit(service, tx, { caller, action: "create", after: row });
    return { statusCode: 201, body: renderView(row, caller) };
  });
}

interface Changed {
  readonly caller: Caller;
  readonly viewId: string;
}

/** Refuses with `resourceNotFound` or `savedViewOfAnother`. */
export function changeView(
  service: Service,
  { caller, viewId, change }: Changed & { readonly change: SavedViewChange },
): Promise<SavedView> {
  const { organizationId } = caller;
  return service.database.transaction(async (tx) => {
    const before = await lockChangeable(tx, { caller, viewId });
    const after: SavedViewRow = {
      ...before,
      name: change.name ?? before.name,
      query: change.query ?? before.query,
      is_shared: change.isShared ?? before.is_shared,
    };
    await updateView(tx, organizationId, after);
    await audit(service, tx, { caller, action: "update", before, after });
    return renderView(after, caller);
  });
}

/** Refuses with `resourceNotFound` or `savedViewOfAnother`. */
export function deleteView(service: Service, { caller, viewId }: Changed): Promise<void> {
  return service.database.transaction(async (tx) => {
    const before = await lockChangeable(tx, { caller, viewId });
    await deleteViewRow(tx, caller.organizationId, before.view_id);
    await audit(service, tx, { caller, action: "delete", before });
  });
}

async function lockChangeable(tx: Tx, { caller, viewId }: Changed): Promise<SavedViewRow> {
  const row = await lockView(tx, caller.organizationId, viewId);
  if (row === undefined || !isVisible(row, caller)) throw notFound("view");
  if (!canChange(row, caller)) throw refuseView("savedViewOfAnother");
  return row;
}

interface Audited {
  readonly caller: Caller;
  readonly action: "create" | "update" | "delete";
  readonly before?: SavedViewRow;
  readonly after?: SavedViewRow;
}

/** The filters of a view may name whom its creator looks for: only its name and whether it is shared are recorded. */
async function audit(service: Service, tx: Tx, { caller, action, before, after }: Audited): Promise<void> {
  const recorded = ({ page, name, is_shared: isShared }: SavedViewRow) => ({ page, name, isShared });
  await recordAudit(service, tx, {
    organizationId: caller.organizationId,
    actor: actorOf(caller),
    entries: [
      {
        action: `savedView.${action}`,
        resourceType: "savedView",
        resourceId: (after ?? before)?.view_id ?? "",
        ...(before && { before: recorded(before) }),
        ...(after && { after: recorded(after) }),
      },
    ],
  });
}
