import { questionTexts } from "#desk/comments";
import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import { findRecipientNames } from "#money/recipients";
import { type SentBackRow, sentBackRequests } from "#payments/approvals";
import type { Caller } from "#records/identity";
import { listPeople, personOf } from "#records/people";
import { fullName } from "../names.ts";
import type { Overview } from "../overview-schema.ts";

/** More open questions of an organization are not read. */
const READ_MAX = 200;

/** Questions that wait for this user's answer: about their own requests, or of requesters who have no access any more. */
export async function questionsFor(
  { database: db }: Service,
  caller: Caller,
  shown: number,
): Promise<NonNullable<Overview["questions"]>> {
  const { organizationId, userId } = personOf(caller);
  const open = await sentBackRequests(db, organizationId, READ_MAX);
  if (open.length === 0) return { count: 0, oldest: [] };
  const people = new Map((await listPeople(db, organizationId)).map((person) => [person.user_id, person]));
  const isGone = ({ requester_user_id: id }: SentBackRow): boolean => id === null || people.get(id)?.locked_at !== null;
  const mayAnswer = caller.scopes.has("requestSendMoney");
  const own = open.filter((row) => row.requester_user_id === userId || (mayAnswer && isGone(row)));
  const oldest = own.slice(0, shown);
  const texts = await questionTexts(
    db,
    organizationId,
    oldest.map((row) => row.question_id),
  );
  const recipients = await findRecipientNames(
    db,
    organizationId,
    oldest.flatMap(({ recipient_id: id }) => id ?? []),
  );
  const accounts = await findAccounts(
    db,
    organizationId,
    oldest.flatMap(({ destination_account_id: id }) => id ?? []),
  );
  const names = new Map<string, string>([
    ...recipients.map(({ recipient_id: id, name }): [string, string] => [id, name]),
    ...accounts.map(({ accountId: id, name, nickname }): [string, string] => [id, nickname ?? name]),
  ]);
  return {
    count: own.length,
    oldest: oldest.map((row) => ({
      requestId: row.request_id,
      payeeName: names.get(row.recipient_id ?? row.destination_account_id ?? "") ?? "",
      amount: dollarsFromMinor(row.amount_minor),
      text: texts.get(row.question_id) ?? "",
      askedBy: fullName(present(people.get(row.asked_by), "who asked is a user")),
      askedAt: row.asked_at.toISOString(),
    })),
  };
}
