import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { createPayments, dryRunPayments } from "#payments/payments/send/create-payments.queries.ts";
import type { PaymentDecision, PaymentInput, PreparedPayment } from "#payments/payments/send/payment.ts";
import type { Verdict } from "#payments/payments/send/payment-verdict.ts";
import { preparePayment } from "#payments/payments/send/prepare-payment.ts";
import { makeReadOnly } from "../../kit/faults/payment-faults.queries.ts";
import {
  allFaults,
  causeFaults,
  type Faults,
  FUNDS_MINOR,
  reasonsOf,
  stateOfTables,
} from "../../kit/faults/payment-faults.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { type Kind, kinds, type MixedBatches, openMixedBatches } from "../../kit/worlds/mixed-batches.ts";
import { plainPayment } from "../../kit/worlds/pay.ts";

/**
 * Law 31: a dry run of create_payments returns the same decision as the call, with every reason in the order of the
 * checks, and changes and locks no row.
 */
const PATTERNS = long ? 300 : 5;
const COMBINATIONS = long ? allFaults.length : 20;
const PAYMENTS_MAX = 20;

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("law 31", () => {
  it(`lists every reason, and the first one is the decision, for ${COMBINATIONS} combinations of faults`, async () => {
    const random = seeded(testSeed("law 31"));
    const shuffled = allFaults.map((faults) => ({ faults, rank: random() })).toSorted((a, b) => a.rank - b.rank);
    for (const { faults } of shuffled.slice(0, COMBINATIONS)) await checkCombination(faults);
  });

  it("decides random batches as the call does", async () => {
    const batches = await openMixedBatches(world.service, organization);
    const random = seeded(testSeed("law 31"));
    for (let pattern = 0; pattern < PATTERNS; pattern += 1) {
      const length = 1 + Math.floor(random() * PAYMENTS_MAX);
      const variety = 1 + Math.floor(random() * kinds.length);
      const chosen = Array.from({ length }, () => kinds[Math.floor(random() * variety)] ?? "accepted");
      await checkBatch(batches, chosen);
    }
  });

  it("counts the payments before it in the call toward the funds and the token's day", async () => {
    const accountId = await organization.newAccount();
    await organization.deposit(accountId, 20_00n);
    const { tokenId } = await world.newOrganization();
    const input = { ...plainPayment(organization), accountId, tokenId };
    const limited = [6_00n, 5_00n, 4_00n, 1n].map((amountMinor) =>
      prepare({ ...input, amountMinor, limitPerDayMinor: 10_00n }),
    );
    const unlimited = [9_00n, 1_01n, 1_00n].map((amountMinor) => prepare({ ...input, amountMinor }));
    const before = await stateOfTables(world.owner());
    const outcomes = await checkSame([...limited, ...unlimited]);
    assert.notDeepEqual(await stateOfTables(world.owner()), before, "the comparison detects what a call writes");
    assert.deepEqual(outcomes, [
      "accepted",
      "tokenDayLimit",
      "accepted",
      "tokenDayLimit",
      "accepted",
      "insufficientFunds",
      "accepted",
    ]);
  });
});

async function checkCombination(faults: Faults): Promise<void> {
  const accountId = await organization.newAccount();
  await organization.deposit(accountId, FUNDS_MINOR);
  const input = await causeFaults(
    world.owner(),
    { ...organization, accountId },
    { faults, send: async (earlier) => void (await create([prepare(earlier)])) },
  );
  const payment = prepare(input);
  const [verdict] = await dryRun([payment]);
  const reasons = verdict?.outcome === "refused" ? verdict.obstacles.map(({ outcome }) => outcome) : [];
  const name = JSON.stringify(faults);
  assert.deepEqual(reasons, reasonsOf(faults), name);
  const [decision] = await create([payment]);
  assert.deepEqual(decision, decisionOf(verdict), name);
  assert.equal(decision?.outcome, reasons[0] ?? "accepted", name);
}

async function checkBatch(batches: MixedBatches, chosen: readonly Kind[]): Promise<void> {
  const earlier = chosen.map((kind) =>
    kind === "replayed" || kind === "duplicatePayment" ? batches.payment("accepted") : undefined,
  );
  const made = earlier.flatMap((payment) => payment ?? []);
  if (made.length > 0) await create(made);
  await checkSame(chosen.map((kind, index) => batches.payment(kind, earlier[index])));
}

/** Compares a dry run with the call, and the database before and after the dry run. */
async function checkSame(payments: readonly PreparedPayment[]): Promise<readonly string[]> {
  const owner = world.owner();
  const before = await stateOfTables(owner);
  const verdicts = await dryRun(payments);
  assert.deepEqual(await stateOfTables(owner), before);
  const decisions = await create(payments);
  assert.deepEqual(verdicts.map(decisionOf), decisions);
  return decisions.map(({ outcome }) => outcome);
}

const prepare = (input: PaymentInput): PreparedPayment => preparePayment(world.service, input);

const today = (): string => newYorkDay(world.service.clock.now());

const create = (payments: readonly PreparedPayment[]): Promise<readonly PaymentDecision[]> =>
  createPayments(world.service, world.service.database, payments, today());

/** In a transaction in which PostgreSQL rejects writes and row locks. */
const dryRun = (payments: readonly PreparedPayment[]): Promise<readonly Verdict[]> =>
  world.service.database.transaction(async (tx) => {
    await makeReadOnly(tx);
    return dryRunPayments(world.service, tx, payments, today());
  });

const decisionOf = (verdict: Verdict | undefined): PaymentDecision | undefined =>
  verdict?.outcome === "refused" ? verdict.obstacles[0] : verdict;
