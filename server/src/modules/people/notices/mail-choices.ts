import type { Service } from "../../../kernel/process/service.ts";
import type { Queryable } from "../../../kernel/sql/database.ts";
import type { OrganizationId, UserId } from "../../../kernel/values/ids.ts";
import { actorOf, recordAudit } from "../../audit/index.ts";
import type { Caller } from "../../identity/index.ts";
import { personOf } from "../person.ts";
import { type MailChoicesRow, mailChoicesOf, mailChoicesOfAll, setChoices } from "./mail-choices.queries.ts";

/** E-mails that users can turn on and off. Those about their own sign-in cannot be turned off. */
export interface MailChoices {
  readonly statementReady: boolean;
  readonly paymentFailed: boolean;
}

/** Administrators receive both until they choose otherwise. */
const choicesIn = ({ role, statement_mails, payment_mails }: MailChoicesRow): MailChoices => ({
  statementReady: statement_mails ?? role === "administrator",
  paymentFailed: payment_mails ?? role === "administrator",
});

export interface MailReader {
  readonly userId: UserId;
  readonly email: string;
  readonly firstName: string;
}

/**
 * The users who receive an e-mail. `requesters` made what it is about, and receive it unless they turned it off.
 */
export async function findMailReaders(
  db: Queryable,
  organizationId: OrganizationId,
  { kind, requesters = [] }: { kind: keyof MailChoices; requesters?: readonly UserId[] },
): Promise<readonly MailReader[]> {
  const rows = await mailChoicesOfAll(db, organizationId);
  const chose = { statementReady: "statement_mails", paymentFailed: "payment_mails" } as const;
  return rows
    .filter((row) => choicesIn(row)[kind] || (requesters.includes(row.user_id) && row[chose[kind]] !== false))
    .map((row) => ({ userId: row.user_id, email: row.email, firstName: row.first_name }));
}

export async function readMailChoices(service: Service, caller: Caller): Promise<MailChoices> {
  const { organizationId, userId } = personOf(caller);
  return choicesIn(await mailChoicesOf(service.database, organizationId, userId));
}

export async function chooseMails(service: Service, caller: Caller, chosen: MailChoices): Promise<MailChoices> {
  const { organizationId, userId } = personOf(caller);
  await service.database.transaction(async (tx) => {
    const before = choicesIn(await mailChoicesOf(tx, organizationId, userId));
    await setChoices(tx, organizationId, { userId, ...chosen });
    await recordAudit(service, tx, {
      organizationId,
      actor: actorOf(caller),
      entries: [
        {
          action: "user.chooseEmails",
          resourceType: "user",
          resourceId: userId,
          before: { ...before },
          after: { ...chosen },
        },
      ],
    });
  });
  return chosen;
}
