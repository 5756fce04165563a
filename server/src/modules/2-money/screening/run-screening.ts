import { assert } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import type { Metrics } from "#kernel/process/metrics.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RecipientId } from "#kernel/values/ids.ts";
import { eachOrganization } from "#kernel/work/each-organization.ts";
import type { Job } from "#kernel/work/worker.ts";
import { openNotifier, settleNotifications } from "#records/notifications";
import { type CaseId, insertCase } from "./cases/cases.queries.ts";
import type { WakePayments } from "./cases/decide-case.ts";
import { askedChecks, askForChecks, storeFinding, takeAsks } from "./checks.queries.ts";
import { digestOf, type Findings, type Match, type Party, partyKey, ScreenerFailed } from "./party.ts";
import { basisOf, type Screener } from "./screener.ts";
import { PARTIES_MAX } from "./screeners/answer.ts";
import { type ScreenerReach, screen } from "./screeners/screen.ts";
import {
  findRound,
  findScreener,
  noteScreenerAnswer,
  noteScreenerFailure,
  organizationsToScreen,
  screeningFigures,
  storeRound,
} from "./screeners.queries.ts";

/**
 * Screening, apart from payments: what is to be screened is queued in screening_checks when it is needed (a recipient was
 * saved, a payment is due, a list was loaded), and this job asks the screener and stores what it says.
 *
 * 1. A recipient that was saved, or the next ones of a round through all of them, becomes queued checks.
 * 2. The screener is asked, outside any transaction. If the process dies here, it is asked again.
 * 3. One transaction stores what it said, opens cases, and wakes payments. If the process dies before the commit: as 2.
 *
 * If the screener does not answer, nothing is stored but that: payments wait, administrators are notified, and it is tried again later.
 */

/** Recipients per pass whose names are read. */
const RECIPIENTS_AT_ONCE = 200;
/** Organizations screened at the same time: a slow screener must not delay the others' payments. */
const ORGANIZATIONS_AT_ONCE = 16;
const FIRST_RETRY_MS = 5 * SECOND_MS;
const RETRY_MS_MAX = 5 * MINUTE_MS;
/** Administrators are notified when it fails again: a restart of the screener is no alarm. */
const TOLD_AFTER = 2;
const PROBLEM_MAX = 300;

export interface ScreeningTools {
  readonly reach: ScreenerReach;
  readonly wake: WakePayments;
  /** The active recipients among these, or the next ones after one: recipients are above this module. */
  readonly readParties: (
    db: Queryable,
    organizationId: OrganizationId,
    which: { readonly ids: readonly RecipientId[] } | { readonly after: RecipientId | null; readonly limit: number },
  ) => Promise<{ readonly parties: readonly Party[]; readonly last: RecipientId | null }>;
}

export const screeningJob = (service: Service, tools: ScreeningTools): Job => ({
  name: "screening",
  everyMs: 500,
  run: () => runScreening(service, tools),
});

/** Returns the number of checks that were made or queued. */
export async function runScreening(service: Service, tools: ScreeningTools): Promise<number> {
  const organizations = await organizationsToScreen(service.database, service.clock.now());
  let done = 0;
  for (let from = 0; from < organizations.length; from += ORGANIZATIONS_AT_ONCE) {
    const together = organizations.slice(from, from + ORGANIZATIONS_AT_ONCE);
    const passes = await Promise.all(
      together.map((id) => each.run(service, [id], (organizationId) => screenFor(service, tools, organizationId))),
    );
    done += passes.reduce((sum, count) => sum + count, 0);
  }
  return done;
}

const each = eachOrganization("screening");

async function screenFor(service: Service, tools: ScreeningTools, organizationId: OrganizationId): Promise<number> {
  const { database } = service;
  const screener = await findScreener(database, organizationId);
  if (screener === undefined || screener.kind === "none") return 0;
  const queued = (await queueSaved(service, tools, screener)) + (await queueRound(service, tools, screener));
  const rows = await askedChecks(database, organizationId, PARTIES_MAX);
  const parties = rows.map((row): Party => ({ recipientId: row.recipient_id, digest: row.digest, content: row.party }));
  if (parties.length === 0) return queued;
  for (const { content, digest } of parties)
    assert(digestOf(content) === digest, "what is screened is what its digest says");
  let findings: Findings;
  try {
    findings = await screen(service, tools.reach, { screener, parties });
  } catch (error) {
    if (!(error instanceof ScreenerFailed)) throw error;
    await recordFailure(service, screener, error.message);
    return queued;
  }
  await record(service, tools, { screener, parties, findings });
  return queued + parties.length;
}

/** Saved recipients are queued with the names and addresses that they have now. */
const queueSaved = (service: Service, { readParties }: ScreeningTools, { organizationId }: Screener): Promise<number> =>
  service.database.transaction(async (tx) => {
    const ids = (await takeAsks(tx, organizationId, RECIPIENTS_AT_ONCE)).map((row) => row.recipient_id);
    if (ids.length === 0) return 0;
    const { parties } = await readParties(tx, organizationId, { ids });
    await askForChecks(tx, organizationId, { parties, at: service.clock.now() });
    return ids.length;
  });

/** After a change of the screener or the list, all recipients are screened again, some at a time. */
const queueRound = (service: Service, { readParties }: ScreeningTools, screener: Screener): Promise<number> =>
  service.database.transaction(async (tx) => {
    const { organizationId } = screener;
    const basis = basisOf(screener);
    const { round_basis: before, round_after: after } = await findRound(tx, organizationId);
    if (before === basis && after === null) return 0;
    const { parties, last } = await readParties(tx, organizationId, {
      after: before === basis ? after : null,
      limit: RECIPIENTS_AT_ONCE,
    });
    await askForChecks(tx, organizationId, { parties, at: service.clock.now() });
    await storeRound(tx, organizationId, { basis, after: last });
    return parties.length;
  });

interface Finding {
  readonly screener: Screener;
  readonly parties: readonly Party[];
  readonly findings: Findings;
}

async function record(
  service: Service,
  { wake }: ScreeningTools,
  { screener, parties, findings }: Finding,
): Promise<void> {
  const { organizationId } = screener;
  const at = service.clock.now();
  const basis = basisOf(screener);
  await service.database.transaction(async (tx) => {
    const news: { readonly caseId: CaseId; readonly party: Party; readonly match: Match }[] = [];
    for (const party of parties) {
      const matches = findings.get(partyKey(party)) ?? [];
      await storeFinding(tx, organizationId, { party, basis, matches, at });
      for (const match of matches) {
        const found = { caseId: service.newId<CaseId>(), party, match };
        if ((await insertCase(tx, organizationId, { ...found, at })) !== undefined) news.push(found);
      }
    }
    await tellOfMatches(service, tx, organizationId, news);
    if ((await noteScreenerAnswer(tx, organizationId)) > 0)
      await settleNotifications(service, tx, {
        organizationId,
        subject: { type: "screening", id: organizationId },
        kinds: ["screenerFailing"],
      });
    await wake(tx, organizationId, [...new Set(parties.map(({ recipientId }) => recipientId))]);
  });
}

async function recordFailure(service: Service, { organizationId, failures }: Screener, message: string): Promise<void> {
  const at = service.clock.now();
  const problem = message.slice(0, PROBLEM_MAX);
  const delayMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures, 10), RETRY_MS_MAX);
  service.log.error({ organizationId, problem }, "the screener did not answer: payments wait");
  await service.database.transaction(async (tx) => {
    const failing = await noteScreenerFailure(tx, organizationId, { at, tryAfter: plusMs(at, delayMs), problem });
    if (failing.failures !== TOLD_AFTER) return;
    const notifier = await openNotifier(service, tx, organizationId);
    await notifier.notify({
      kind: "screenerFailing",
      subject: { type: "screening", id: organizationId },
      // Each time that it begins to fail.
      sourceId: service.newId(),
      recipients: administratorsOf(notifier.users),
      actorId: null,
      facts: { text: problem },
    });
  });
}

async function tellOfMatches(
  service: Service,
  tx: Tx,
  organizationId: OrganizationId,
  news: readonly { readonly caseId: CaseId; readonly party: Party; readonly match: Match }[],
): Promise<void> {
  if (news.length === 0) return;
  const notifier = await openNotifier(service, tx, organizationId);
  for (const { caseId, party, match } of news)
    await notifier.notify({
      kind: "screeningMatch",
      subject: { type: "screening", id: caseId },
      sourceId: caseId,
      recipients: administratorsOf(notifier.users),
      actorId: null,
      facts: { name: party.content.names[0] ?? "A recipient", text: `${match.listedName} (${match.list})` },
    });
}

const administratorsOf = (users: Awaited<ReturnType<typeof openNotifier>>["users"]) =>
  users.filter(({ rights: { permissions } }) => permissions.has("manageOrganization")).map(({ userId }) => userId);

export function screeningMetrics(service: Service, metrics: Metrics): void {
  const unavailable = metrics.gauge({
    name: "bursar_screeners_unavailable",
    help: "Organizations whose screener does not answer: their payments wait.",
  });
  const open = metrics.gauge({
    name: "bursar_screening_cases_open",
    help: "Recipients that resemble an entry on a list and that two people have to decide about.",
  });
  metrics.onScrape(async () => {
    const figures = await screeningFigures(service.database);
    unavailable.set(Number(figures.unavailable));
    open.set(Number(figures.open_cases));
  });
}
