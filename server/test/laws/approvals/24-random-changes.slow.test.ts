import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { type ApprovedTerms, type Insider, openApprovedTerms, receivedTerms } from "../../kit/worlds/approved-terms.ts";
import { signedIn } from "../../kit/worlds/people.ts";
import { type Approval, methods, randomChanges } from "../../kit/worlds/random-terms.ts";

const SEQUENCES = long ? 100 : 4;
const STEPS = 18;

const world = await openWorldOfFile();

/**
 * Law 24, part three: what was approved is what is paid, in random sequences of every change to recipient, rules, and
 * settings, on every route, mixed with approvals of immediate and scheduled payments of every method. Compares what the
 * bank received with what approvers saw at the version they approved.
 */
describe("random changes between request and hand-over", () => {
  const random = seeded(testSeed("24-random-changes"));
  for (let sequence = 1; sequence <= SEQUENCES; sequence += 1)
    test(`sequence ${sequence}`, async () => {
      const terms = await openApprovedTerms(world);
      let insiders = [await terms.insider(), await terms.insider(), await terms.insider(), await terms.insider()];
      const { act, pick } = randomChanges({ world, terms, random }, insiders);
      await terms.edit(pick(insiders), {
        realTimePaymentRoutingInfo: { accountNumber: "445566778899", routingNumber: "021000021" },
      });
      const approvals = new Map<string, Approval[]>();
      const requests = await requestsOf(terms, pick);
      for (let step = 0; step < STEPS; step += 1) {
        if (random() < 0.45) await act();
        else
          await approveOne(terms, {
            requestId: pick(requests),
            by: pick(insiders),
            approvals,
            isHasty: random() < 0.4,
            act,
          });
        if (random() < 0.1) await terms.handOver();
      }
      world.clock.set(plusMs(world.clock.now(), 5 * DAY_MS));
      insiders = await Promise.all(
        insiders.map(async (insider) => ({ ...insider, cookie: await signedIn(world.app, insider) })),
      );
      await terms.payDue();
      assert.equal(await terms.handOver(), 0);
      await compare(terms, { requests, approvals, insider: pick(insiders) });
    });

  /** One request for each method, each with a different amount. */
  const requestsOf = async (terms: ApprovedTerms, pick: <T>(of: readonly T[]) => T): Promise<string[]> => {
    const requests: string[] = [];
    const later = newYorkDay(plusMs(world.clock.now(), 2 * DAY_MS));
    for (const [index, paymentMethod] of methods.slice(0, 4).entries())
      requests.push(
        await terms.ask({
          paymentMethod,
          amount: 100 + index,
          externalMemo: `Invoice ${index}`,
          ...pick([{}, { sendOn: later }]),
          ...(paymentMethod === "ach" ? pick([{}, { achFields: { companyEntryDescription: "BONUS" } }]) : {}),
        }),
      );
    return requests;
  };
});

interface Attempt {
  readonly requestId: string;
  readonly by: Insider;
  readonly approvals: Map<string, Approval[]>;
  /** Something changes between reading and approving. */
  readonly isHasty: boolean;
  readonly act: () => Promise<void>;
}

/** A user reads a request and approves the version they were shown. */
async function approveOne(terms: ApprovedTerms, { requestId, by, approvals, isHasty, act }: Attempt): Promise<void> {
  const { version, shown } = await terms.look(requestId, by);
  if (isHasty) await act();
  const outcome = await terms.approve(requestId, by, version);
  if (outcome !== "approved" && outcome !== "pendingApproval") return;
  approvals.set(requestId, [...(approvals.get(requestId) ?? []), { by: by.userId, shown, version }]);
}

/** Enough approvers saw every payment that the bank received, at the version that was paid. */
async function compare(
  terms: ApprovedTerms,
  { requests, approvals, insider }: { requests: readonly string[]; approvals: Attempt["approvals"]; insider: Insider },
): Promise<void> {
  const received = terms.received();
  assert.equal(new Set(received.map(({ amountMinor }) => amountMinor)).size, received.length, "each is paid once");
  for (const requestId of requests) {
    const { request } = await terms.reviewOf(requestId, insider);
    const paid = received.find(({ amountMinor }) => Number(amountMinor) === request.amount * 100);
    assert.equal(paid !== undefined, request.status === "approved" && request.transactionId !== null);
    if (paid === undefined) continue;
    const given = (approvals.get(requestId) ?? []).filter(({ version }) => version === request.version);
    assert.equal(new Set(given.map(({ by }) => by)).size, given.length);
    assert.ok(given.length >= request.numberOfApproversRequired, "enough people approved the version that was paid");
    for (const { shown } of given) assert.deepEqual(shown, receivedTerms(paid));
  }
}
