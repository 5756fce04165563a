import { newYorkTimeText } from "bursar-banking/calendar/new-york";
import { alertAdministrators } from "#bank/exchange";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { decisionDueAt, type ExceptionSource } from "./record-exception.ts";

/** Tells the people who may decide that checks were presented which are not what was issued. */
export async function alertAboutExceptions(
  service: Pick<Service, "clock" | "newId" | "vault" | "config" | "log">,
  tx: Tx,
  {
    organizationId,
    connection,
    exceptions,
  }: { readonly organizationId: OrganizationId; readonly connection: ExceptionSource; readonly exceptions: number },
): Promise<void> {
  const dueAt = decisionDueAt(connection.settings.exceptionsDueAt, service.clock.now());
  const letter = {
    subject: exceptions === 1 ? "A check needs a decision" : `${exceptions} checks need a decision`,
    paragraphs: [
      "The bank reports checks that are not what was issued: another amount or payee, a number that was not issued, or one that was stopped or paid before.",
      "One administrator decides whether the bank pays or returns each of them, and another one confirms it. Enter the decision on the bank's website, too, before its deadline: without one, the bank does what was agreed with it.",
    ],
    facts: [
      ["Checks", String(exceptions)],
      ["Bank's deadline", `${newYorkTimeText(dueAt)} Eastern Time`],
    ] as const,
    link: { label: "View the checks", url: `${service.config.publicUrl}/dashboard/bank-files/check-exceptions` },
    footer: "You receive this email because you are an administrator.",
  };
  await alertAdministrators(service, tx, { organizationId, subject: { type: "checkExceptions" }, letter });
  tx.afterCommit(() =>
    service.log.error({ organizationId, exceptions, decideBy: dueAt }, "checks need the decision of two people"),
  );
}
