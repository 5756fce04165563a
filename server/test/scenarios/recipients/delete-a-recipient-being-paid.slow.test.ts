/**
 * A recipient is deleted while payments to it are made from several accounts on two nodes. Whichever commits first
 * wins: the deletion is refused, or every later payment is. A deleted recipient never has a pending payment.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { AccountId } from "#kernel/values/ids.ts";
import type { App } from "#main/app.ts";
import { inject, openWorld, payment, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

const ROUNDS = 60;
/** By how many milliseconds the deletion starts before (or after) the payments, by round. */
const LEADS_MS = [-20, -8, -4, -2, 0, 0, 2, 4, 8, 16, 50];

let world: TestWorld;
let nodes: readonly App[];
let organization: TestOrganization;
let accounts: readonly AccountId[];
before(async () => {
  world = await openWorld();
  nodes = [world.app, await world.anotherNode()];
  organization = await world.newOrganization();
  accounts = [organization.accountId, await organization.newAccount("Payroll"), await organization.newAccount("Taxes")];
  for (const account of accounts) await organization.deposit(account, 1_000_000_00n);
});
after(() => world.close());

test("a deleted recipient never has a pending payment", async () => {
  const outcomes = { deletedFirst: 0, paidFirst: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const recipientId = await organization.newRecipient(`Race ${round}`);
    const leadMs = LEADS_MS[round % LEADS_MS.length] ?? 0;
    const pay = async (index: number) => {
      await sleep(Math.max(0, leadMs) + (index % 3));
      const node = nodes[index % 2] ?? world.app;
      const { body } = payment(organization, { recipientId, amount: index + 1 });
      return inject(node, organization.token, { url: `/account/${accounts[index % 3]}/transactions`, body });
    };
    const remove = async () => {
      await sleep(Math.max(0, -leadMs));
      return inject(nodes[1] ?? world.app, organization.token, { method: "DELETE", url: `/recipient/${recipientId}` });
    };
    const [deleted, ...paid] = await Promise.all([remove(), ...Array.from({ length: 6 }, (_, index) => pay(index))]);
    const accepted = paid.filter((response) => response.status === 200).length;
    for (const response of paid) {
      if (response.status !== 200) assert.equal(response.body.errors.errorCode, "recipientNotFound", response.text);
    }
    const { count } = await world.service.database.one<{ count: bigint }>({
      text: "select count(*) as count from transactions where counterparty_id = $1 and status = 'pending'",
      values: [recipientId],
    });
    assert.equal(Number(count), accepted, "the stored payments are the acknowledged ones");
    if (deleted.status === 204) {
      assert.equal(accepted, 0, `round ${round}: deleted although ${accepted} payments are pending`);
      outcomes.deletedFirst += 1;
    } else {
      assert.equal(deleted.body.errors.errorCode, "recipientInUse", deleted.text);
      assert.ok(accepted > 0);
      outcomes.paidFirst += 1;
    }
  }
  assert.ok(outcomes.deletedFirst > 0 && outcomes.paidFirst > 0, `both happened: ${JSON.stringify(outcomes)}`);
});
