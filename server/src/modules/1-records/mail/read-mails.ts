import { notFound } from "#kernel/http/http-refusals.ts";
import { findsRow, type KeysetRange, keysetOf, readPage } from "#kernel/http/paging.queries.ts";
import type { CursorQuery, PageBounds } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { MailContent } from "./letter.ts";
import type { MailId, MailKind } from "./mail.ts";
import type { MailStatus } from "./mail-states.ts";
import { findMailRow, listMailRows, type MailRow, mailExists, mailKey } from "./mails.queries.ts";
import { mailContents } from "./tables.ts";

/** An email of the service, to be read in the sandbox. */
export interface WrittenMail extends MailContent {
  readonly mailId: MailId;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly status: MailStatus;
  readonly createdAt: Date;
}

type Reading = Pick<Service, "database" | "vault">;

/** A page of an organization's emails, newest first by default. Rejects unknown cursors. */
export async function listMails(
  service: Reading,
  organizationId: OrganizationId,
  query: CursorQuery,
): Promise<{ readonly mails: readonly WrittenMail[]; readonly page: PageBounds }> {
  const keyset = await keysetOf(query, {
    column: mailKey,
    defaultOrder: "desc",
    exists: (id) => findsRow(service.database, mailExists(organizationId, id)),
  });
  const list = (range: KeysetRange) => listMailRows(service.database, organizationId, range);
  const { rows, page } = await readPage(keyset, list, (row) => row.mail_id);
  return { mails: await Promise.all(rows.map((row) => read(service, organizationId, row))), page };
}

/** One email. Refuses with `resourceNotFound`. */
export async function getMail(service: Reading, organizationId: OrganizationId, mailId: string): Promise<WrittenMail> {
  const row = await findMailRow(service.database, organizationId, mailId);
  if (row === undefined) throw notFound("mail");
  return read(service, organizationId, row);
}

const ERASED: MailContent = { subject: "(erased after it was sent)", text: "", html: "" };

async function read(service: Reading, organizationId: OrganizationId, row: MailRow): Promise<WrittenMail> {
  const { mail_id: mailId, content: sealed } = row;
  const content =
    sealed === null
      ? ERASED
      : // Sealed by enqueueMail.
        (JSON.parse(
          await service.vault.open(service.database, organizationId, mailContents.contextOf(mailId), sealed),
        ) as MailContent);
  return {
    ...content,
    mailId,
    kind: row.kind,
    recipient: row.recipient,
    status: row.status,
    createdAt: row.created_at,
  };
}
