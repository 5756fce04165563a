import { assert, present } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { refuseBankFile } from "../bank-file-refusals.ts";
import { ignorableSubject } from "./file-item.ts";
import { decideItem, insertIgnore, lockItem } from "./items.queries.ts";
import { type ShownItem, showItem } from "./read-items.ts";

export interface ItemToIgnore {
  readonly organizationId: OrganizationId;
  /** As a caller names it. */
  readonly itemId: string;
  /** Why nothing follows from it. */
  readonly note: string;
  /** Later items about the same company or account are ignored from the start. */
  readonly always: boolean;
  readonly actor: Actor;
}

/** Records that nothing follows from an item, with its audit row. Refuses if it was decided, or cannot always be ignored. */
export const ignoreItem = (
  service: Pick<Service, "database" | "clock" | "newId" | "vault">,
  { organizationId, itemId: named, note, always, actor }: ItemToIgnore,
): Promise<ShownItem> =>
  service.database.transaction(async (tx) => {
    const item = await lockItem(tx, organizationId, named);
    if (item === undefined) throw notFound("open item");
    if (item.state !== "open") throw refuseBankFile("bankFileItemDecided", { details: { state: item.state } });
    const { item_id: itemId, connection_id: connectionId, kind } = item;
    const at = service.clock.now();
    if (always) {
      const subject = ignorableSubject(item);
      if (subject === undefined) throw refuseBankFile("bankFileItemNotIgnorable");
      const inserted = await insertIgnore(tx, organizationId, { ...subject, connectionId, note, at });
      assert(inserted <= 1, "a company or an account is ignored once");
    }
    const decided = await decideItem(tx, organizationId, { itemId, trigger: "ignore", note, at });
    assert(decided === 1, "a locked open item is decided");
    await recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [
        {
          action: "bankFileItem.ignore",
          resourceType: "bankFileItem",
          resourceId: itemId,
          after: { fileId: item.file_id, kind, place: item.place, note, always },
        },
      ],
    });
    return present(await showItem(tx, organizationId, itemId), "a locked item exists");
  });
