import type { Service } from "../../../../kernel/process/service.ts";
import type { Tx } from "../../../../kernel/sql/database.ts";
import type { OrganizationId } from "../../../../kernel/values/ids.ts";
import { enqueueMail, mailsOfLastHour } from "../../../mail/index.ts";
import { findUsersWithPermission, listPeople } from "../../../people/index.ts";
import type { CheckConnection } from "../check-connection.ts";
import { decisionDueAt } from "./record-exception.ts";

/** To each address: a bank that sends a thousand broken files must not fill a mailbox. */
const MAILS_PER_HOUR = 20;

/** Tells the people who may decide that checks were presented which are not what was issued. */
export async function alertAboutExceptions(
  service: Pick<Service, "clock" | "newId" | "vault" | "config" | "log">,
  tx: Tx,
  {
    organizationId,
    connection,
    exceptions,
  }: { readonly organizationId: OrganizationId; readonly connection: CheckConnection; readonly exceptions: number },
): Promise<void> {
  const dueAt = decisionDueAt(connection.settings.exceptionsDueAt, service.clock.now());
  const letter = {
    subject: exceptions === 1 ? "A check needs a decision" : `${exceptions} checks need a decision`,
    paragraphs: [
      "The bank reports checks that are not what was issued: another amount or payee, a number that was not issued, or one that was stopped or paid before.",
      "Two people decide whether the bank pays or returns each of them. Enter the decision on the bank's website, too, before its deadline: without one, the bank does what was agreed with it.",
    ],
    facts: [
      ["Checks", String(exceptions)],
      ["Bank's deadline", newYorkText(dueAt)],
    ] as const,
    link: { label: "View checks", url: `${service.config.publicUrl}/dashboard/bank-files` },
    footer: "You receive this email because you are an administrator.",
  };
  const sent = await mailsOfLastHour(service, tx, { organizationId, kind: "bankFileAlert" });
  const administrators = new Set(await findUsersWithPermission(tx, organizationId, "manageOrganization"));
  for (const { user_id: id, email } of await listPeople(tx, organizationId)) {
    if (!administrators.has(id) || (sent.get(email.toLowerCase()) ?? 0) >= MAILS_PER_HOUR) continue;
    await enqueueMail(service, tx, { organizationId, kind: "bankFileAlert", recipient: email, letter });
  }
  tx.afterCommit(() =>
    service.log.error({ organizationId, exceptions, decideBy: dueAt }, "checks need the decision of two people"),
  );
}

const newYorkText = (at: Date): string =>
  at.toLocaleString("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "America/New_York" });
