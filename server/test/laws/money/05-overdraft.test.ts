import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { verifyLedger } from "#records/ledger/check";
import { balanceOf, countPayments, setGuardHours } from "../../kit/databases/count.queries.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";

const world = await openWorldOfFile();
const organization = await world.newOrganization();

/**
 * Law 5: of 1,000 concurrent sends on several nodes with funds for 500, exactly 500 are accepted, and the available
 * balance never goes below zero.
 */

describe("the race for the last cent", () => {
  test("accepts exactly as many payments as there are funds for", { timeout: 120_000 }, async () => {
    await organization.deposit(organization.accountId, 500_00n);
    const nodes = [world.app, await world.anotherNode(), await world.anotherNode()];
    const payees = await Promise.all(
      Array.from({ length: 5 }, (_, index) => organization.newRecipient(`Payee ${index}`)),
    );
    let lowest = 500_00n;
    let watching = true;
    const watch = (async () => {
      while (watching) {
        const { available_minor: available } = await balanceOf(
          world.service.database,
          organization.organizationId,
          organization.accountId,
        );
        if (available < lowest) lowest = available;
      }
    })();
    // The same dollar a thousand times, so the duplicate guard is off.
    await setGuardHours(world.service, organization.organizationId, 0);
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        untilDecided(() =>
          inject(
            nodes[index % nodes.length] ?? world.app,
            organization.token,
            payment(organization, { amount: 1, recipientId: payees[index % 5], idempotencyKey: `race-${index}` }),
          ),
        ),
      ),
    );
    watching = false;
    await watch;
    const accepted = answers.filter((answer) => answer.status === 200);
    const refused = answers.filter((answer) => answer.status !== 200);
    assert.ok(
      refused.every((answer) => answer.status === 400 && answer.body.errors.errorCode === "insufficientFunds"),
      JSON.stringify(refused[0]?.body),
    );
    assert.equal(accepted.length, 500);
    assert.deepEqual(await balanceOf(world.service.database, organization.organizationId, organization.accountId), {
      available_minor: 0n,
      held_minor: 500_00n,
    });
    assert.equal((await countPayments(world.service.database, organization.organizationId)).payments, 500n);
    assert.ok(lowest >= 0n);
    const report = await verifyLedger(world.service.database, organization.organizationId);
    assert.deepEqual(report.differences, []);
  });
});

/** On a busy machine, a node may answer 503 before it has a connection. Clients then send the same request again. */
async function untilDecided(send: () => ReturnType<typeof inject>): ReturnType<typeof inject> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}
