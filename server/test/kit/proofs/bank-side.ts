import assert from "node:assert/strict";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { bankAtFolder, TEST_BANK } from "../banks/bank-at-folder.ts";
import { achSettings, newExchangeFolder, newLiveConnection } from "../banks/bank-connections.ts";
import { inject, openWorld, payment } from "../service/full-app.ts";
import { withPasswordOfTheRole } from "./password-of-the-role.ts";

/** An organization with a bank for ACH and one for wires, and someone with the password of the serving role. */
export async function openBankSide() {
  const world = await openWorld({ mode: "production" });
  const mallory = await withPasswordOfTheRole(world);
  const organization = await world.newOrganization();
  await organization.deposit(organization.accountId, 1_000_000_00n);

  async function connect(rail: "ach" | "wire", railSettings: object) {
    const folder = newExchangeFolder();
    const settings = { rail, railSettings, channel: { folder, pollSeconds: 5 } };
    const { connectionId } = await newLiveConnection(world.service, organization, { name: rail, settings });
    return { bank: await bankAtFolder(folder, world.clock), connectionId };
  }
  const debtor = { debtorAgentRoutingNumber: TEST_BANK.routingNumber, debtorName: "Acme, Inc." };
  const wire = { ...debtor, initiatingPartyName: "Acme, Inc.", initiatingPartyId: "ACME001" };
  const { bank, connectionId } = await connect("ach", achSettings);
  const { bank: wires } = await connect("wire", wire);

  const names = new Set(["hand-over", "file-rails", "bank-files", "bank-answers"]);
  const work = async () => {
    const jobs = world.app.jobs.filter(({ name }) => names.has(name));
    for (let pass = 0; pass < 2; pass += 1) {
      await acrossOrganizations(() => runUntilIdle(jobs));
      world.clock.set(plusMs(world.clock.now(), 6 * SECOND_MS));
    }
  };
  /** To a time in New York; the bank takes what was sent and answers. */
  const at = async (date: string, time: string): Promise<void> => {
    world.setTime(date, time);
    for (let round = 0; round < 2; round += 1) {
      await work();
      for (const each of [bank, wires]) await each.exchange();
    }
  };
  return {
    world,
    mallory,
    organization,
    bank,
    wires,
    connectionId,
    at,
    /** Over the cut-offs of a day. */
    endOf: async (date: string): Promise<void> => {
      for (const time of ["18:30", "19:10"]) await at(date, time);
    },
    pay: async (paymentMethod: "ach" | "domesticWire", amount: number): Promise<string> => {
      const body = { paymentMethod, amount };
      const { status, text, body: made } = await inject(world.app, organization.token, payment(organization, body));
      assert.equal(status, 200, text);
      return made.id;
    },
    statusOf: async (id: string): Promise<string | undefined> =>
      (await mallory.rows<{ status: string }>("select status from transactions where transaction_id = $1", [id]))[0]
        ?.status,
    /** How many ACH entries of this amount the bank has received. */
    entriesOf: (amount: number): number =>
      bank
        .sent()
        .flatMap(([, text]) => text.split(/\r?\n/))
        .filter((line) => line.startsWith("6") && line.includes(String(Math.round(amount * 100)).padStart(10, "0")))
        .length,
    close: async (): Promise<void> => {
      await mallory.leave();
      await world.close();
    },
  };
}

export type BankSide = Awaited<ReturnType<typeof openBankSide>>;
