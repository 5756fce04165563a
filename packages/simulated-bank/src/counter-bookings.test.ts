import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ACCOUNT, FRIDAY, named, openTestBank } from "./file-bank.testkit.ts";
import type { CounterBooking } from "./requests/counter-bookings.ts";

const deposit: CounterBooking = {
  bookingId: "D-1",
  accountNumber: ACCOUNT,
  at: FRIDAY,
  amountMinor: 50_055n,
  kind: "deposit",
  endToEndId: "OURS-1",
};
const balancesIn = (statement: string | undefined): readonly string[] =>
  [...(statement ?? "").matchAll(/<Cd>(OPBD|CLBD)<[\s\S]*?<Amt Ccy="USD">([0-9.]+)</g)].map(
    ([, code, amount]) => `${code} ${amount}`,
  );
const entriesIn = (statement: string | undefined): number => (statement ?? "").split("<Ntry>").length - 1;

describe("bookings at the counter", () => {
  test("are on the statement of their day, once, with the customer's reference", async () => {
    const { bank, until } = await openTestBank();
    await bank.enter([deposit, { ...deposit, bookingId: "T-1", amountMinor: -55n, kind: "bookTransfer" }]);
    await bank.enter([deposit, deposit]);
    const [statement] = named(await until("2026-11-23T12:00:00Z"), "camt053");
    assert.deepEqual(balancesIn(statement), ["OPBD 1000000.00", "CLBD 1000500.00"]);
    assert.equal(entriesIn(statement), 2);
    assert.match(statement ?? "", /<EndToEndId>OURS-1</);
  });

  test("are booked now if the statement of their day is out, and not at all if the account was opened later", async () => {
    const { bank, until } = await openTestBank();
    const first = named(await until("2026-11-23T12:00:00Z"), "camt053");
    assert.deepEqual(balancesIn(first[0]), ["OPBD 1000000.00", "CLBD 1000000.00"]);
    await bank.enter([
      deposit,
      { ...deposit, bookingId: "D-0", at: new Date("2026-11-19T19:00:00Z") },
      { ...deposit, bookingId: "D-2", accountNumber: "999" },
    ]);
    const [next] = named(await until("2026-11-24T12:00:00Z"), "camt053");
    assert.deepEqual(balancesIn(next), ["OPBD 1000000.00", "CLBD 1000500.55"]);
    assert.equal(entriesIn(next), 1);
  });
});
