import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import { findRecipientNames } from "#money/recipients";
import type { Person } from "#records/people";
import { findRequests } from "../requests/approval-requests.queries.ts";
import type { BatchDecisionId, BatchDecisionRow, BatchItemRow } from "./batch.ts";
import { refusedItems, tallyItems } from "./batch-decisions.queries.ts";
import type { Batch } from "./batch-schemas.ts";

type Decision = NonNullable<Batch["decision"]>;

const REFUSALS_SHOWN = 100;

/** Decisions about batches, and how far they are. */
export async function renderDecisions(
  { database: db }: Service,
  organizationId: OrganizationId,
  { decisions, people }: { decisions: readonly BatchDecisionRow[]; people: ReadonlyMap<UserId, Person> },
): Promise<ReadonlyMap<BatchDecisionId, Decision>> {
  const ids = decisions.map((row) => row.decision_id);
  const tallies = ids.length === 0 ? [] : await tallyItems(db, organizationId, ids);
  const rendered = new Map<BatchDecisionId, Decision>();
  for (const row of decisions) {
    const own = tallies.filter((tally) => tally.decision_id === row.decision_id);
    const counted = (...states: readonly BatchItemRow["state"][]) =>
      own.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + Number(count), 0);
    const person = people.get(row.user_id);
    const refused = counted("refused");
    rendered.set(row.decision_id, {
      decisionId: row.decision_id,
      verb: row.verb,
      userName: person === undefined ? "" : `${person.first_name} ${person.last_name}`,
      at: row.created_at.toISOString(),
      state: row.state,
      count: counted("waiting", "decided", "refused"),
      decided: counted("decided"),
      refused,
      refusals: refused === 0 ? [] : await refusalsOf(db, organizationId, row.decision_id),
    });
  }
  return rendered;
}

async function refusalsOf(
  db: Service["database"],
  organizationId: OrganizationId,
  decisionId: BatchDecisionId,
): Promise<Decision["refusals"]> {
  const items = await refusedItems(db, organizationId, { decisionId, limit: REFUSALS_SHOWN });
  const requests = await findRequests(
    db,
    organizationId,
    items.map((item) => item.request_id),
  );
  const recipientIds = requests.flatMap((row) => row.recipient_id ?? []);
  const accountIds = requests.flatMap((row) => row.destination_account_id ?? []);
  const recipients = await findRecipientNames(db, organizationId, recipientIds);
  const accounts = await findAccounts(db, organizationId, accountIds);
  const names = new Map<string, string>([
    ...recipients.map((recipient): [string, string] => [recipient.recipient_id, recipient.name]),
    ...accounts.map((account): [string, string] => [account.accountId, account.nickname ?? account.name]),
  ]);
  return items.flatMap((item) => {
    const request = requests.find((row) => row.request_id === item.request_id);
    if (request === undefined) return [];
    const payee = request.recipient_id ?? request.destination_account_id;
    return [
      {
        requestId: item.request_id,
        payeeName: names.get(payee) ?? "",
        amount: dollarsFromMinor(request.amount_minor),
        code: item.code ?? "",
        message: item.message ?? "",
      },
    ];
  });
}
