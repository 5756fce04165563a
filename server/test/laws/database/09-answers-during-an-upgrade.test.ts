import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, beforeEach, describe, it } from "node:test";
import type { AnswerOutcome } from "bursar-banking/codes/answer-outcome";
import { recordAnswers } from "#bank/file-rails";
import { answerIdOf } from "#bank/file-rails/answers/bank-answer.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { runBankAnswers } from "#payments/payments";
import { moveTransactions } from "#payments/payments/lifecycle/move-transactions.ts";
import { openWorldOfFile } from "../../kit/service/full-app.ts";
import { payOne } from "../../kit/worlds/pay.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/**
 * Law 9 for answers of banks: processes of 0.1.0, which serve during the upgrade, copy an answer to rail_answers, apply or
 * park it there, and set collected_at. Whichever version has one answer of a payment, the other one is not lost.
 */
describe("answers of a bank, while 0.1.0 serves as well", () => {
  let id: TransactionId;
  before(async () => {
    await organization.deposit(organization.accountId, 1_000_000n);
  });
  beforeEach(async () => {
    id = await payOne(world.service, organization);
  });

  const own = () => organization.organizationId;
  const receive = (outcome: AnswerOutcome) => {
    const now = world.clock.now();
    const code = outcome === "confirmed" ? {} : { code: "R01" };
    const answers = [{ answerId: answerIdOf(id, outcome), transactionId: id, outcome, answeredAt: now, ...code }];
    return world.service.database.transaction((tx) => recordAnswers(tx, own(), { answers, now }));
  };
  /** What 0.1.0 does with an answer, besides moving the payment. */
  const taken = async (outcome: AnswerOutcome, disposition: "applied" | "parked") => {
    await world.owner().run(sql`
      insert into rail_answers (organization_id, answer_id, transaction_id, outcome, code, answered_at, disposition)
      select organization_id, answer_id, transaction_id, outcome, code, answered_at, ${disposition} from file_answers
       where organization_id = ${own()} and answer_id = ${answerIdOf(id, outcome)}`);
    await world.owner().run(sql`
      update file_answers set collected_at = ${world.clock.now()}
       where organization_id = ${own()} and answer_id = ${answerIdOf(id, outcome)}`);
  };
  const movedByOlderVersion = (trigger: "confirm") =>
    world.service.database.transaction((tx) =>
      moveTransactions(world.service, tx, {
        organizationId: own(),
        actor: { type: "bank" },
        moves: [{ transactionId: id, trigger, at: world.clock.now() }],
      }),
    );
  const end = async () => {
    const { status } = await world.service.database.one<{ status: string }>(sql`
      select status from transactions where organization_id = ${own()} and transaction_id = ${id}`);
    const answers = await world.service.database.many<{ outcome: string; disposition: string }>(sql`
      select outcome, disposition from file_answers
       where organization_id = ${own()} and transaction_id = ${id} order by outcome`);
    return [status, ...answers.map(({ outcome, disposition }) => `${outcome} ${disposition}`)];
  };

  it("a return that 0.1.0 parked is applied when this version applies the confirmation", async () => {
    await receive("returned");
    await taken("returned", "parked");
    await runBankAnswers(world.service);
    assert.deepEqual(await end(), ["pending", "returned parked"]);
    await receive("confirmed");
    await runBankAnswers(world.service);
    assert.deepEqual(await end(), ["reversed", "confirmed applied", "returned applied"]);
  });

  it("a return that this version parked is applied after 0.1.0 has applied the confirmation", async () => {
    await receive("returned");
    await runBankAnswers(world.service);
    await receive("confirmed");
    await movedByOlderVersion("confirm");
    await taken("confirmed", "applied");
    await runBankAnswers(world.service);
    assert.deepEqual(await end(), ["reversed", "confirmed ignored", "returned applied"]);
  });

  it("a parked return is still to be collected by 0.1.0", async () => {
    await receive("returned");
    await runBankAnswers(world.service);
    const { due } = await world.service.database.one<{ due: boolean }>(sql`
      select collected_at is null and due_at <= ${world.clock.now()} as due from file_answers
       where organization_id = ${own()} and transaction_id = ${id}`);
    assert.ok(due);
  });

  it("an answer that 0.1.0 has applied moves its payment once", async () => {
    await receive("confirmed");
    await movedByOlderVersion("confirm");
    await taken("confirmed", "applied");
    await runBankAnswers(world.service);
    assert.deepEqual(await end(), ["sent", "confirmed ignored"]);
    assert.equal(await runBankAnswers(world.service), 0, "and is looked at once");
  });

  it("the migration copies what 0.1.0 did with older answers", async () => {
    await receive("confirmed");
    await receive("returned");
    await taken("confirmed", "applied");
    await taken("returned", "parked");
    const file = readFileSync(join(import.meta.dirname, "../../../migrations/0053_one_inbox.sql"), "utf8");
    const [, batch = ""] = file.split("-- in batches\n");
    const [statement = ""] = batch.split(/;\n/);
    const rows = await world.owner().many<{ last_key: string }>({ text: statement, values: [null] });
    assert.equal(rows.length, 1);
    assert.deepEqual(await end(), ["pending", "confirmed applied", "returned parked"]);
  });
});
