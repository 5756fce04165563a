import { gunzipSync, gzipSync } from "node:zlib";
import { assert } from "#kernel/assert.ts";
import { sha256 } from "#kernel/crypto/cipher.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { indexList, type ListEntry, type ListIndex } from "../matching/name-index.ts";
import { ScreenerFailed } from "../party.ts";
import type { ListId } from "../screener.ts";
import { tryScreenerAgain } from "../screeners.queries.ts";
import { dropOldContents, insertList, type ListRow, readList } from "./lists.queries.ts";
import { type ListFile, readOfacList } from "./read-ofac.ts";

export const OFAC_LIST = "OFAC SDN";

export interface FileToLoad extends ListFile {
  readonly bytes: Buffer;
}

/** Stores the list of these files. Throws UnreadableList if they are not one. Recipients are screened again. */
export async function loadList(
  service: Service,
  { organizationId, files, actor }: { organizationId: OrganizationId; files: readonly FileToLoad[]; actor: Actor },
): Promise<ListRow> {
  const { entries, publishedOn } = readOfacList(files);
  const content = gzipSync(JSON.stringify(entries));
  const listId = service.newId<ListId>();
  const list = {
    name: OFAC_LIST,
    published_on: publishedOn ?? null,
    files: files.map(({ name, bytes }) => ({ name, bytes: bytes.length, sha256: sha256(bytes).toString("hex") })),
    entries: entries.length,
    loaded_at: service.clock.now(),
    loaded_by: `${actor.type} ${actor.id ?? ""}`.trim(),
  };
  await service.database.transaction(async (tx) => {
    await insertList(tx, organizationId, { ...list, listId, content, contentSha256: sha256(content) });
    await dropOldContents(tx, organizationId);
    await tryScreenerAgain(tx, organizationId);
    const { name, published_on, entries: count, files: from } = list;
    await recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [
        {
          action: "screeningList.load",
          resourceType: "screeningList",
          resourceId: listId,
          after: { name, publishedOn: published_on, entries: count, files: from },
        },
      ],
    });
  });
  return { list_id: listId, ...list };
}

/** Content with the same digest has the same index. Few are kept, because they are large; organizations share theirs. */
const KEPT_MAX = 3;
const kept = new WeakMap<object, Map<string, Promise<ListIndex>>>();

/** The names of a list, verified against its digest. */
export async function listIndexOf(
  { vault }: Pick<Service, "vault">,
  db: Queryable,
  { organizationId, listId }: { organizationId: OrganizationId; listId: ListId },
): Promise<{ readonly name: string; readonly index: ListIndex }> {
  const row = await readList(db, organizationId, listId);
  if (row?.content == null) throw new ScreenerFailed("The list has no content: load it again");
  const { name, content, content_sha256: digest } = row;
  if (!sha256(content).equals(digest))
    throw new ScreenerFailed("The list was changed outside the service: load it again");
  const indexes = kept.get(vault) ?? new Map<string, Promise<ListIndex>>();
  kept.set(vault, indexes);
  const key = digest.toString("hex");
  const index = indexes.get(key) ?? indexList(entriesOf(content));
  indexes.delete(key);
  indexes.set(key, index);
  const oldest = indexes.size > KEPT_MAX ? indexes.keys().next().value : undefined;
  if (oldest !== undefined) indexes.delete(oldest);
  return { name, index: await index };
}

function entriesOf(content: Buffer): readonly ListEntry[] {
  // Written by loadList, and proven.
  const entries = JSON.parse(gunzipSync(content).toString("utf8")) as readonly ListEntry[];
  assert(entries.length > 0, "a list has entries");
  return entries;
}
