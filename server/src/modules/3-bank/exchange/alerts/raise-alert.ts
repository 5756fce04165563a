import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { Letter } from "#records/mail";
import { type NotificationSubjectType, notify } from "#records/notifications";
import { findUsersWithPermission } from "#records/people";
import type { FileKey } from "../bank-file.ts";
import { findFile } from "../bank-files.queries.ts";
import { type AlertKind, alertLetter } from "./alert-letters.ts";

/**
 * Reports a file that needs a person, in the transaction that finds it: a notification of each administrator, and a line
 * in the log once it commits.
 */
export async function raiseAlert(
  service: Pick<Service, "clock" | "newId" | "vault" | "config" | "log">,
  tx: Tx,
  { organizationId, fileId, kind }: FileKey & { readonly kind: AlertKind },
): Promise<void> {
  const file = present(await findFile(tx, organizationId, fileId), "an alert is about a file");
  assert(file.file_id === fileId, "the file found is the one that the alert is about");
  const url = `${service.config.publicUrl}/dashboard/bank-files/${fileId}`;
  const letter = alertLetter(file, { kind, url });
  await alertAdministrators(service, tx, { organizationId, subject: { type: "bankFile", id: fileId }, letter });
  const { name, format, reason, state } = file;
  tx.afterCommit(() =>
    service.log.error(
      { organizationId, fileId, name, format, state, reason, alert: kind },
      "a bank file needs attention",
    ),
  );
}

/** Notifies each administrator about files or what they say, in the transaction that finds it. */
export async function alertAdministrators(
  service: Pick<Service, "clock" | "newId" | "vault" | "config">,
  tx: Tx,
  {
    organizationId,
    subject,
    letter,
  }: {
    readonly organizationId: OrganizationId;
    /** Without an id: a list. */
    readonly subject: { readonly type: NotificationSubjectType; readonly id?: string };
    readonly letter: Letter;
  },
): Promise<void> {
  const sourceId = service.newId();
  await notify(service, tx, {
    organizationId,
    kind: "bankAttention",
    subject: { type: subject.type, id: subject.id ?? sourceId },
    // What is found is marked as reported by the same transaction.
    sourceId,
    recipients: await findUsersWithPermission(tx, organizationId, "manageOrganization"),
    actorId: null,
    facts: { text: letter.subject },
    letter,
  });
}
