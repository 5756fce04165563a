/** What types cannot rule out: a database that does not do what the statement says, or a row that was tampered with. */
import assert from "node:assert/strict";
import { afterEach, before, describe, test } from "node:test";
import { type BankAnswer, recordAnswers } from "#bank/file-rails";
import { answerIdOf } from "#bank/file-rails/answers/bank-answer.ts";
import { AssertionFailure } from "#kernel/assert.ts";
import { sqlStateOf } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { applyAnswers } from "#payments/payments";
import { moveTransactions } from "#payments/payments/lifecycle/move-transactions.ts";
import {
  callCreatePayments,
  changeHold,
  keepVersions,
  removeMeddling,
  skipBalances,
  skipUpdates,
} from "../../kit/faults/meddling.queries.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { changedTables, checksumOfAllTables } from "../../kit/service/traces.ts";
import { payOne } from "../../kit/worlds/pay.ts";

// Triggers make the database misbehave here.
const skip = await onSingleServer("its tables have no triggers");

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("a failed assertion rolls back", { skip }, () => {
  let restore: () => Promise<unknown>;
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_00n);
  });
  afterEach(() => restore());

  const fails = async (rule: string, act: () => Promise<unknown>) => {
    const before = await checksumOfAllTables(world.service.database);
    await assert.rejects(act(), (error) => error instanceof AssertionFailure && error.message === rule);
    assert.deepEqual(changedTables(before, await checksumOfAllTables(world.service.database)), []);
  };
  const confirm = (...transactionIds: readonly TransactionId[]) =>
    world.service.database.transaction((tx) =>
      moveTransactions(world.service, tx, {
        organizationId: organization.organizationId,
        actor: { type: "bank" },
        moves: transactionIds.map((transactionId) => ({
          transactionId,
          trigger: "confirm",
          at: world.clock.now(),
        })),
      }),
    );

  test("an update that changes no row", async () => {
    const id = await payOne(world.service, organization);
    await skipUpdates(world.owner());
    restore = () => removeMeddling(world.owner());
    await fails("every payment moved from the status its lock showed", () => confirm(id));
  });

  test("an unchanged version", async () => {
    const id = await payOne(world.service, organization);
    await keepVersions(world.owner());
    restore = () => removeMeddling(world.owner());
    await fails("a move increases the version by one", () => confirm(id));
  });

  test("a hold that is one cent off, also among correct ones", async () => {
    const [right, wrong] = [await payOne(world.service, organization), await payOne(world.service, organization)];
    const change = (byMinor: bigint) =>
      changeHold(world.owner(), organization.organizationId, { transactionId: wrong, byMinor });
    await change(1n);
    restore = () => change(-1n);
    const rule = "the amount posted, released, or reversed is that of the earlier entry";
    await fails(rule, () => confirm(right, wrong));
  });

  const failsInSql = async (rule: string, act: () => Promise<unknown>) => {
    const before = await checksumOfAllTables(world.service.database);
    await assert.rejects(act(), (error) => sqlStateOf(error) === "P0004" && String(error).includes(rule));
    assert.deepEqual(changedTables(before, await checksumOfAllTables(world.service.database)), []);
  };

  test("a payment that does not change its account's balance", async () => {
    await skipBalances(world.owner());
    restore = () => removeMeddling(world.owner());
    await failsInSql("the balance of each account that pays changes once", () => payOne(world.service, organization));
  });

  test("arrays that are not parallel, and amounts that are not positive", async () => {
    restore = () => Promise.resolve();
    const good = {
      p_transactions: "array[gen_random_uuid()]",
      p_guards: "array[1]",
      p_amounts: "array[1]",
      p_proofs: "decode(repeat('00', 32), 'hex')",
    };
    const wrong = {
      "each array has one element for each payment": { p_accounts: "'{}'" },
      "each payment has the same number of guard digests": { p_guards: "'{}'" },
      "each payment has a proof of 32 bytes": { p_proofs: "decode(repeat('00', 31), 'hex')" },
      "each payment takes a positive amount": { p_amounts: "array[0]" },
    };
    for (const [rule, wrongArgument] of Object.entries(wrong))
      await failsInSql(rule, () => callCreatePayments(world.owner(), { ...good, ...wrongArgument }));
  });

  test("an answer with the references of two rails", async () => {
    restore = () => Promise.resolve();
    const transactionId = await payOne(world.service, organization);
    const answer: BankAnswer = {
      answerId: answerIdOf(transactionId, "confirmed"),
      transactionId,
      outcome: "confirmed",
      trackingNumber: "091000010000042",
      checkNumber: "1001",
      answeredAt: world.clock.now(),
    };
    await fails("a payment has a tracking number or a check number, not both", () => record(organization, answer));
  });

  test("an answer from another organization's bank moves nothing", async () => {
    restore = () => Promise.resolve();
    const other = await world.newOrganization();
    const transactionId = await payOne(world.service, organization);
    const answerId = answerIdOf(transactionId, "confirmed");
    await record(other, { answerId, transactionId, outcome: "confirmed", answeredAt: world.clock.now() });
    for (const { organizationId } of [organization, other])
      await world.service.database.transaction((tx) =>
        applyAnswers(world.service, tx, { organizationId, transactionIds: [transactionId] }),
      );
    const { status } = await world.service.database.one<{ status: string }>(sql`
      select status from transactions
       where organization_id = ${organization.organizationId} and transaction_id = ${transactionId}`);
    assert.equal(status, "pending");
  });

  const record = ({ organizationId }: TestOrganization, answer: BankAnswer) =>
    world.service.database.transaction((tx) =>
      recordAnswers(tx, organizationId, { answers: [answer], now: world.clock.now() }),
    );
});
