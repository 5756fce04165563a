import { assert, present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, UserId } from "#kernel/values/ids.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { findAccounts } from "#money/accounts";
import type { Caller } from "#records/identity";
import { listPeople, type Person, personOf } from "#records/people";
import type { Case } from "../decisions/may-decide.ts";
import { publicStatusOf, type RequestStatus } from "../requests/request-states.ts";
import { flagsIn, readRisks } from "../risk/read-risks.ts";
import type { BatchDecisionRow, BatchRow } from "./batch.ts";
import { BATCH_MAX } from "./batch.ts";
import { digestOfContent, shareOf, shownContentOf } from "./batch-content.ts";
import { latestDecisions } from "./batch-decisions.queries.ts";
import { batchNeedsStepUp, shortfallsOf, totalOfCases } from "./batch-money.ts";
import type { Batch } from "./batch-schemas.ts";
import { batchStates } from "./batch-states.ts";
import { tallyBatches } from "./batches.queries.ts";
import { changesAllowed } from "./change-batch.ts";
import { renderDecisions } from "./render-decision.ts";

type Sum = Batch["waiting"];
type Evaluation = NonNullable<Batch["evaluation"]>;

/** In a list, at most so many requests are evaluated: it takes as long as a page of requests. Each batch can be read alone. */
const EVALUATED_IN_LIST = 100;

/** Batches as the signed-in user sees them. `evaluatedMax`: how many of their requests are evaluated, batch by batch. */
export async function renderBatches(
  service: Service,
  caller: Caller,
  { rows, evaluatedMax = EVALUATED_IN_LIST }: { readonly rows: readonly BatchRow[]; readonly evaluatedMax?: number },
): Promise<Batch[]> {
  const { organizationId } = caller;
  const { database } = service;
  const ids = rows.map((row) => row.batch_id);
  const tallies = Map.groupBy(ids.length === 0 ? [] : await tallyBatches(database, organizationId, ids), sumKey);
  const decisions = ids.length === 0 ? [] : await latestDecisions(database, organizationId, ids);
  const people = new Map((await listPeople(database, organizationId)).map((person) => [person.user_id, person]));
  const rendered = await renderDecisions(service, organizationId, { decisions, people });
  let left = evaluatedMax;
  const batches: Batch[] = [];
  for (const row of rows) {
    const sums = sumsOf(tallies.get(row.batch_id) ?? []);
    const { count } = sums.waiting;
    const evaluation = count === 0 || count > left ? null : await evaluate(service, caller, row);
    left -= evaluation === null ? 0 : count;
    const decision = decisions.find((decision) => decision.batch_id === row.batch_id);
    batches.push({
      batchId: row.batch_id,
      name: row.name,
      state: row.state,
      createdBy: { userId: row.created_by, name: nameOf(people, row.created_by) },
      createdAt: row.created_at.toISOString(),
      submittedAt: row.submitted_at?.toISOString() ?? null,
      announced: { count: row.announced_count, total: dollarsFromMinor(row.announced_minor) },
      ...sums,
      removed: row.removed_count,
      allowedActions: allowedActions(row, caller, { evaluation, decision, waits: count > 0 }),
      evaluation,
      decision: (decision && rendered.get(decision.decision_id)) ?? null,
    });
  }
  return batches;
}

/** One batch, evaluated. */
export async function renderBatch(service: Service, caller: Caller, row: BatchRow): Promise<Batch> {
  const [batch] = await renderBatches(service, caller, { rows: [row], evaluatedMax: BATCH_MAX });
  return present(batch, "one row renders to one batch");
}

type Tally = Awaited<ReturnType<typeof tallyBatches>>[number];
const sumKey = ({ batch_id: id }: Tally) => id;

function sumsOf(tallies: readonly Tally[]): Pick<Batch, "arrived" | "waiting" | "approved" | "rejected" | "withdrawn"> {
  const of = (publicStatus?: RequestStatus): Sum => {
    const some = tallies.filter(({ status }) => publicStatus === undefined || publicStatusOf(status) === publicStatus);
    return {
      count: some.reduce((sum, { count }) => sum + Number(count), 0),
      total: dollarsFromMinor(some.reduce((sum, { total_minor: minor }) => sum + minor, 0n)),
    };
  };
  for (const { total_minor: minor } of tallies) assert(minor > 0n, "requests of a batch add up to an amount");
  return {
    arrived: of(),
    waiting: of("pendingApproval"),
    approved: of("approved"),
    rejected: of("rejected"),
    withdrawn: of("cancelled"),
  };
}

const nameOf = (people: ReadonlyMap<UserId, Person>, userId: UserId): string => {
  const person = people.get(userId);
  return person === undefined ? "" : `${person.first_name} ${person.last_name}`;
};

const sumOf = (cases: readonly Case[]): Sum => ({
  count: cases.length,
  total: dollarsFromMinor(totalOfCases(cases)),
});

/** The sums of the groups that have the same key, the largest total first. */
function sumsBy<Key>(cases: readonly Case[], keyOf: (found: Case) => Key): (Sum & { readonly key: Key })[] {
  const groups = [...Map.groupBy(cases, keyOf)].map(([key, some]) => ({ key, ...sumOf(some) }));
  assert(groups.reduce((sum, { count }) => sum + count, 0) === cases.length, "each request is in one group");
  for (const { total } of groups) assert(total > 0, "the requests of a group add up to an amount");
  return groups.sort((a, b) => b.total - a.total);
}

async function sumsByAccount(
  db: Queryable,
  organizationId: OrganizationId,
  cases: readonly Case[],
): Promise<Evaluation["accounts"]> {
  const sums = sumsBy(cases, ({ request }) => request.account_id);
  const accounts = await findAccounts(
    db,
    organizationId,
    sums.map(({ key }) => key),
  );
  return sums.map(({ key, ...sum }) => {
    const account = accounts.find(({ accountId }) => accountId === key);
    return { accountId: key, accountName: account?.nickname ?? account?.name ?? "", ...sum };
  });
}

/** What waits, and what this user could do about it. */
async function evaluate(service: Service, caller: Caller, { batch_id: batchId }: BatchRow): Promise<Evaluation> {
  const { organizationId, userId } = personOf(caller);
  const { database, clock } = service;
  const now = clock.now();
  const cases = await shownContentOf(service, organizationId, { batchId });
  const risks = await readRisks(database, organizationId, { cases, now });
  const { able, unable } = shareOf(cases, userId, "approve");
  assert(able.length + unable.length === cases.length, "each request is evaluated");
  const reasons = Map.groupBy(unable, ({ refusal }) => refusal.code);
  const shortfalls = await shortfallsOf(database, organizationId, { cases: able, userId, now });
  return {
    flagged: cases.filter(({ request }) => request.problem !== null || flagsIn(risks, request.request_id).length > 0)
      .length,
    accounts: await sumsByAccount(database, organizationId, cases),
    methods: sumsBy(cases, ({ request }) => request.method).map(({ key, ...sum }) => ({ paymentMethod: key, ...sum })),
    approvable: sumOf(able),
    rejectable: sumOf(shareOf(cases, userId, "reject").able),
    withdrawable: sumOf(shareOf(cases, userId, "withdraw").able),
    notApprovable: [...reasons].map(([code, some]) => ({
      code,
      message: present(some[0], "a group has a member").refusal.message,
      count: some.length,
    })),
    stepUpNeeded: caller.person?.steppedUp !== true && (await batchNeedsStepUp(database, organizationId, able)),
    shortfalls: shortfalls.map(({ accountId, accountName, totalMinor, availableMinor }) => ({
      accountId,
      accountName,
      total: dollarsFromMinor(totalMinor),
      available: dollarsFromMinor(availableMinor),
    })),
    content: digestOfContent(batchId, cases).toString("hex"),
  };
}

/** The buttons that the dashboard shows to this user. While a decision is carried out, there are none. */
function allowedActions(
  row: BatchRow,
  caller: Caller,
  {
    evaluation,
    decision,
    waits,
  }: { evaluation: Evaluation | null; decision: BatchDecisionRow | undefined; waits: boolean },
): Batch["allowedActions"] {
  if (decision?.state === "running") return [];
  const sums = {
    approve: evaluation?.approvable,
    reject: evaluation?.rejectable,
    withdraw: evaluation?.withdrawable,
  };
  const verbs = (["approve", "reject", "withdraw"] as const).filter(
    (verb) => batchStates.next(row.state, verb) !== undefined && (sums[verb]?.count ?? 0) > 0,
  );
  // A batch of which nothing waits is history.
  return [...verbs, ...(waits || row.state === "open" ? changesAllowed(row, caller) : [])];
}
