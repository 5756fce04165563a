import { present } from "../../../kernel/assert.ts";
import type { Service } from "../../../kernel/process/service.ts";
import type { Tx } from "../../../kernel/sql/database.ts";
import type { OrganizationId } from "../../../kernel/values/ids.ts";
import { enqueueMail, type Letter, mailsOfLastHour } from "../../mail/index.ts";
import { findUsersWithPermission, listPeople } from "../../people/index.ts";
import type { FileKey } from "../bank-file.ts";
import { findFile } from "../bank-files.queries.ts";
import { type AlertKind, alertLetter } from "./alert-letters.ts";

/** To each address. A bank that sends a thousand broken files must not fill a mailbox; the log and list have them all. */
const MAILS_PER_HOUR = 20;

/**
 * Reports a file that needs a person, in the transaction that finds it: an e-mail to each administrator, and a line in
 * the log once it commits.
 */
export async function raiseAlert(
  service: Pick<Service, "clock" | "newId" | "vault" | "config" | "log">,
  tx: Tx,
  { organizationId, fileId, kind }: FileKey & { readonly kind: AlertKind },
): Promise<void> {
  const file = present(await findFile(tx, organizationId, fileId), "an alert is about a file");
  const url = `${service.config.publicUrl}/dashboard/bank-files/${fileId}`;
  const letter = alertLetter(file, { kind, url });
  await alertAdministrators(service, tx, { organizationId, letter });
  const { name, format, reason, state } = file;
  tx.afterCommit(() =>
    service.log.error(
      { organizationId, fileId, name, format, state, reason, alert: kind },
      "a bank file needs attention",
    ),
  );
}

/** Emails each administrator about files or what they say, in the transaction that finds it. */
export async function alertAdministrators(
  service: Pick<Service, "clock" | "newId" | "vault">,
  tx: Tx,
  { organizationId, letter }: { readonly organizationId: OrganizationId; readonly letter: Letter },
): Promise<void> {
  const kind = "bankFileAlert";
  const sent = await mailsOfLastHour(service, tx, { organizationId, kind });
  const administrators = new Set(await findUsersWithPermission(tx, organizationId, "manageOrganization"));
  for (const { user_id: id, email } of await listPeople(tx, organizationId)) {
    if (!administrators.has(id) || (sent.get(email.toLowerCase()) ?? 0) >= MAILS_PER_HOUR) continue;
    await enqueueMail(service, tx, { organizationId, kind, recipient: email, letter });
  }
}
