import type { Static } from "typebox";
import { assert } from "#kernel/assert.ts";
import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, keysetOf } from "#kernel/http/paging.queries.ts";
import type { CursorQuery, PageBounds } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { findRecipientNames } from "#money/recipients";
import { type Actor, recordAudit } from "#records/audit";
import type { AchChangeId } from "../ach/ach-changes.queries.ts";
import { changeContents } from "../tables.ts";
import type { NoticeSchema } from "./notice-schemas.ts";
import { correctionText, meaningOf, todoOf } from "./notice-text.ts";
import {
  closeNotices,
  findNotice,
  type NoticeFilter,
  type NoticeRow,
  noticeKey,
  noticeWithId,
  pageOfNotices,
} from "./notices.queries.ts";

type ShownNotice = Static<typeof NoticeSchema>;
type Reader = Pick<Service, "database" | "vault">;

/** Each notice is decrypted to be shown. */
const PAGE_MAX = 100;

/** A page of the organization's notices, the latest first by default. Refuses unknown cursors. */
export async function listNotices(
  service: Reader,
  organizationId: OrganizationId,
  { filter, query }: { readonly filter: NoticeFilter; readonly query: CursorQuery },
): Promise<{ readonly notices: readonly ShownNotice[]; readonly page: PageBounds }> {
  const keyset = await keysetOf(
    { ...query, limit: Math.min(query.limit ?? PAGE_MAX, PAGE_MAX) },
    {
      column: noticeKey,
      defaultOrder: "desc",
      exists: (id) => findsRow(service.database, noticeWithId(organizationId, id)),
    },
  );
  const found = await pageOfNotices(service.database, organizationId, { filter, keyset });
  const { rows, page } = keyset.finish(found, (row) => row.notice_id);
  return { notices: await render(service, organizationId, rows), page };
}

/** Records that a person has done what a notice requires. Repeating it changes nothing. */
export async function closeNotice(
  service: Pick<Service, "database" | "vault" | "clock" | "newId">,
  { organizationId, noticeId, actor }: { organizationId: OrganizationId; noticeId: string; actor: Actor },
): Promise<ShownNotice> {
  await service.database.transaction(async (tx) => {
    const notice = await findNotice(tx, organizationId, noticeId);
    if (notice === undefined) throw notFound("notice");
    const at = service.clock.now();
    const done = await closeNotices(tx, organizationId, { noticeIds: [notice.notice_id], at });
    assert(done <= 1, "one notice is closed at a time");
    if (done === 0) return;
    await recordAudit(service, tx, {
      organizationId,
      actor,
      entries: [
        {
          action: "bankNotice.done",
          resourceType: "bankNotice",
          resourceId: notice.notice_id,
          after: { kind: notice.kind, code: notice.code, transactionId: notice.transaction_id },
        },
      ],
    });
  });
  const closed = await findNotice(service.database, organizationId, noticeId);
  const [shown] = await render(service, organizationId, closed === undefined ? [] : [closed]);
  if (shown === undefined) throw notFound("notice");
  return shown;
}

async function render(
  service: Reader,
  organizationId: OrganizationId,
  rows: readonly NoticeRow[],
): Promise<readonly ShownNotice[]> {
  const ids = [...new Set(rows.map((row) => row.recipient_id))];
  const found = await findRecipientNames(service.database, organizationId, ids);
  const names = new Map(found.map((row) => [row.recipient_id, row.name]));
  const corrections = await Promise.all(rows.map((row) => correctionOf(service, organizationId, row)));
  return rows.map((row, index) => ({
    id: row.notice_id,
    kind: row.kind,
    code: row.code,
    meaning: meaningOf(row),
    correction: corrections[index] ?? null,
    outcome: row.outcome,
    todo: row.done_at === null ? (todoOf(row) ?? null) : null,
    actBy: row.act_by,
    recipientId: row.recipient_id,
    recipientName: names.get(row.recipient_id) ?? null,
    transactionId: row.transaction_id,
    fileId: row.source_file_id,
    receivedAt: row.received_at.toISOString(),
    doneAt: row.done_at?.toISOString() ?? null,
  }));
}

async function correctionOf(
  { database, vault }: Reader,
  organizationId: OrganizationId,
  { code, source_id: changeId, corrected_data: sealed }: NoticeRow,
): Promise<string | undefined> {
  if (sealed === null) return undefined;
  const context = changeContents.contextOf(changeId as AchChangeId);
  return correctionText(code, await vault.open(database, organizationId, context, sealed));
}
