import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, it } from "node:test";
import type { ConnectionId } from "#bank/exchange";
import { type BankFileId, filedAmong } from "#bank/exchange";
import { ordersByReference } from "#bank/file-rails/ach/ach-orders.queries.ts";
import {
  answerFile,
  confirmNow,
  knownReturns,
  lockOpenAnswers,
  refusedAmong,
  settledAmong,
} from "#bank/file-rails/answers/answers.queries.ts";
import { knownOrders, refuseOrders } from "#bank/file-rails/orders/orders.queries.ts";
import type { Tx } from "#kernel/sql/database.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import {
  claimWaiting,
  dueSubmissions,
  instructionRows,
  markReceived,
} from "#payments/payments/bank/hand-over.queries.ts";
import { explain } from "../../kit/databases/explain.ts";
import { onSingleServer } from "../../kit/servers/single-server.ts";
import { openWorldOfFile, TEST_NOW } from "../../kit/service/full-app.ts";

const skip = await onSingleServer("it pins the plans of a single server");

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/**
 * A batch on its way to the bank or back is looked up by ID while the tables grow, before they are analyzed: each batch
 * must not read what came before it. It did: 100,000 payments took twice as long, and 500,000 returns ten times.
 */
describe("the plans of the hand-over and of what comes back", { skip }, () => {
  const ids = Array.from({ length: 1_000 }, () => randomUUID() as TransactionId);

  const connectionId = randomUUID() as ConnectionId;
  const fileId = randomUUID() as BankFileId;

  before(async () => {
    const { organizationId, accountId, recipientId } = organization;
    // Not analyzed.
    await world.owner().run(sql`
      insert into transactions (organization_id, transaction_id, account_id, counterparty_id, amount_minor, created_at,
                                estimated_delivery_at, kind, method, counterparty_name, bank_description, status, posted_at)
      select ${organizationId}::uuid, gen_random_uuid(), ${accountId}::uuid, ${recipientId}::uuid, -100, ${TEST_NOW}::timestamptz,
             ${TEST_NOW}::timestamptz, 'outgoingPayment', 'ach', 'Globex', 'ACH payment to Globex', 'sent', ${TEST_NOW}::timestamptz
        from generate_series(1, 20000)`);
    await world.owner().run(sql`
      insert into rail_submissions (organization_id, transaction_id, state, hand_over_at)
      select ${organizationId}::uuid, gen_random_uuid(), 'waiting', ${TEST_NOW}::timestamptz from generate_series(1, 20000)`);
    await world.owner().run(sql`
      insert into bank_orders (organization_id, transaction_id, state, rail, account_id, recipient_id, routing_id, amount_minor, ordered_at)
      select ${organizationId}::uuid, gen_random_uuid(), 'waiting', 'ach', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1,
             ${TEST_NOW}::timestamptz
        from generate_series(1, 20000)`);
    await world.owner().run(sql`
      with filed as (
        insert into bank_orders (organization_id, transaction_id, state, rail, account_id, recipient_id, routing_id, amount_minor, ordered_at,
                                 connection_id, window_at, file_id, position, reference)
        select ${organizationId}::uuid, gen_random_uuid(), 'filed', 'ach', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1,
               ${TEST_NOW}::timestamptz, ${connectionId}::uuid, ${TEST_NOW}::timestamptz, ${fileId}::uuid, n, n::text
          from generate_series(1, 20000) n
        returning organization_id, file_id, position, transaction_id, reference)
      insert into bank_file_payments (organization_id, file_id, position, transaction_id, purpose, reference)
      select organization_id, file_id, position, transaction_id, 'pay', reference from filed`);
    await world.owner().run(sql`
      insert into file_answers (organization_id, answer_id, transaction_id, outcome, answered_at, due_at)
      select ${organizationId}::uuid, gen_random_uuid(), gen_random_uuid(), 'returned', ${TEST_NOW}::timestamptz, ${TEST_NOW}::timestamptz
        from generate_series(1, 20000)`);
  });

  /** The plan of the statement that the query runs. */
  async function planOf(query: (db: Tx, organizationId: OrganizationId) => Promise<unknown>): Promise<string> {
    const { organizationId } = organization;
    const plans = await explain(world.service, { within: organizationId, executes: false }, (db) =>
      query(db, organizationId),
    );
    return plans.join("\n").replaceAll(/'\{[0-9a-f,-]{100,}\}'/g, "'{…}'");
  }

  const statements = {
    "payments that are known to files": (db, organizationId) => knownOrders(db, organizationId, ids),
    "payments that no file can carry": (db, organizationId) => refuseOrders(db, organizationId, ids),
    "payments that were returned before": (db, organizationId) => knownReturns(db, organizationId, ids),
    "payments that were refused before": (db, organizationId) => refusedAmong(db, organizationId, ids),
    "payments that settled before": (db, organizationId) => settledAmong(db, organizationId, ids, TEST_NOW),
    "payments that have settled now": (db, organizationId) =>
      confirmNow(db, organizationId, { transactionIds: ids, now: TEST_NOW }),
    "payments with answers to be applied": (db, organizationId) =>
      lockOpenAnswers(db, organizationId, { transactionIds: ids, now: TEST_NOW }),
    "payments as stored": (db, organizationId) => instructionRows(db, organizationId, ids),
    "payments to be marked as submitted": (db, organizationId) =>
      claimWaiting(db, organizationId, { ids, trigger: "submit", now: TEST_NOW }),
    "payments to be marked as received": (db, organizationId) => markReceived(db, organizationId, ids),
  } as const satisfies Record<string, (db: Tx, organizationId: OrganizationId) => Promise<unknown>>;

  for (const [name, statement] of Object.entries(statements))
    it(`look up each of them by ID: ${name}`, async () => {
      const plan = await planOf(statement);
      assert.match(plan, /Index Cond:.*transaction_id = ANY/, plan);
      assert.doesNotMatch(plan, /Filter:.*transaction_id = ANY|Seq Scan|rail_submissions_open/, plan);
    });

  const compared = {
    "payments that were changed": (db, organizationId) => filedAmong(db, organizationId, ids),
    "answers to entries": (db, organizationId) =>
      ordersByReference(db, organizationId, { connectionId, references: ids.map(String), since: TEST_NOW }),
    "answers to whole files": (db, organizationId) =>
      answerFile(db, organizationId, { fileId, code: "BF-REJECTED", sourceFileId: undefined, now: TEST_NOW }),
  } as const satisfies Record<string, (db: Tx, organizationId: OrganizationId) => Promise<unknown>>;

  for (const [name, statement] of Object.entries(compared))
    it(`compare each of them with what files contain, by ID: ${name}`, async () => {
      const plan = await planOf(statement);
      assert.match(
        plan,
        /Index (?:Only )?Scan using bank_file_payments_\w+ on bank_file_payments(?: \w+)?\n +Index Cond:.*transaction_id = /,
        plan,
      );
      assert.doesNotMatch(plan, /Seq Scan on bank_/, plan);
    });

  it("continue after the last payment of the batch before, in the order of the index", async () => {
    const after = { transaction_id: randomUUID() as TransactionId, due_at: TEST_NOW.toISOString() };
    const plan = await planOf((db, organizationId) =>
      dueSubmissions(db, organizationId, { now: TEST_NOW, after, limit: 2_500 }),
    );
    assert.match(plan, /Index (?:Only )?Scan using rail_submissions_open/, plan);
    assert.match(plan, /Index Cond:.*ROW\(hand_over_at, transaction_id\) > ROW/, plan);
    assert.doesNotMatch(plan, /Sort/, plan);
  });
});
