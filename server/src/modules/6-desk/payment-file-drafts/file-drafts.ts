import { randomInt } from "node:crypto";
import type { Service } from "#kernel/process/service.ts";
import type { Caller } from "#records/identity";
import { personOf } from "#records/people";
import type { SaveFileDraft } from "./file-draft.ts";
import { refuseDraft } from "./file-draft-refusals.ts";
import { deleteDraftRow, findDraft, findDraftWithContent, insertDraft, updateDraft } from "./file-drafts.queries.ts";
import { draftContents } from "./tables.ts";

/** The signed-in user's unfinished file, for a line about it. */
export async function findUnfinishedFile({ database }: Pick<Service, "database">, caller: Caller) {
  const { organizationId, userId } = personOf(caller);
  const row = await findDraft(database, organizationId, userId);
  if (row === undefined) return null;
  const { name, payments, requested } = row;
  return { name, payments, requested, savedAt: row.saved_at.toISOString() };
}

/** The file with everything that another browser needs to continue. */
export async function readDraft({ database, vault }: Service, caller: Caller) {
  const { organizationId, userId } = personOf(caller);
  const row = await findDraftWithContent(database, organizationId, userId);
  if (row === undefined) return null;
  const { name, payments, requested, version } = row;
  const content = await vault.open(database, organizationId, draftContents.contextOf(userId), row.content);
  return { name, payments, requested, version, savedAt: row.saved_at.toISOString(), content };
}

/** A new file begins with one of so many versions: a browser that still has the file before does not have its version. */
const FIRST_VERSION_MAX = 2 ** 30;

/**
 * Replaces the user's draft if the browser has its newest version; refuses with `fileDraftChanged`. Has no audit row: it
 * is saved with every keystroke and changes nothing that another user sees.
 */
export function saveDraft(service: Service, caller: Caller, body: SaveFileDraft) {
  const { organizationId, userId } = personOf(caller);
  const { name, payments, requested } = body;
  return service.database.transaction(async (tx) => {
    const content = await service.vault.seal(tx, organizationId, draftContents.contextOf(userId), body.content);
    const at = service.clock.now();
    const isNew = body.version === 0;
    const version = isNew ? randomInt(1, FIRST_VERSION_MAX) : body.version + 1;
    const row = { name, payments, requested, version, saved_at: at, content };
    const write = isNew ? insertDraft : updateDraft;
    if ((await write(tx, organizationId, userId, row)) === 0) throw refuseDraft("fileDraftChanged");
    return { version: row.version, savedAt: at.toISOString() };
  });
}

/** The file is finished or given up; nothing that was requested changes. */
export function deleteDraft(service: Service, caller: Caller): Promise<void> {
  const { organizationId, userId } = personOf(caller);
  return service.database.transaction(async (tx) => {
    await deleteDraftRow(tx, organizationId, userId);
  });
}
