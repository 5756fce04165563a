import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { uetrOf } from "bursar-bank-formats/iso20022";
import { newYorkInstant } from "bursar-banking/calendar/new-york";
import type { BankRail } from "#bank/exchange";
import { moveConnection, testConnection } from "#bank/exchange";
import { MINUTE_MS, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { RecipientId, TransactionId } from "#kernel/values/ids.ts";
import { fillInternationalDetails } from "#money/recipients";
import { verifyLedger } from "#records/ledger/check";
import { type BankAtFolder, bankAtFolder, TEST_BANK } from "../../kit/banks/bank-at-folder.ts";
import { newExchangeFolder, newFolderConnection, unsentOf } from "../../kit/banks/bank-connections.ts";
import { inject, openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { berlin } from "../../kit/worlds/addresses.ts";
import { decide, newUser, paymentRequest } from "../../kit/worlds/approvals.ts";
import { payOne } from "../../kit/worlds/pay.ts";

const railSettings = {
  wire: {
    debtorAgentRoutingNumber: TEST_BANK.routingNumber,
    debtorName: "Acme, Inc.",
    initiatingPartyName: "Acme, Inc.",
    initiatingPartyId: "ACME001",
  },
  internationalWire: {
    debtorAgentBic: TEST_BANK.bic,
    debtorName: "Acme, Inc.",
    initiatingPartyName: "Acme, Inc.",
  },
  realTime: { network: "FedNow", debtorAgentRoutingNumber: TEST_BANK.routingNumber, debtorName: "Acme, Inc." },
};

/** A company whose bank takes wires and real-time payments over directories, and answers as the simulated bank does. */
describe("wires and real-time payments over files", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  const banks = new Map<BankRail, BankAtFolder>();

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 100_000_000n);
    for (const rail of ["wire", "internationalWire", "realTime"] as const) {
      const folder = newExchangeFolder();
      banks.set(rail, await bankAtFolder(folder, world.clock));
      const { connectionId } = await newFolderConnection(world.service, organization, {
        name: rail,
        settings: { rail, railSettings: railSettings[rail], channel: { folder, pollSeconds: 5 } },
      });
      const key = { organizationId: organization.organizationId, connectionId, actor: operator };
      await testConnection(world.service, key);
      await moveConnection(world.service, { ...key, trigger: "rehearse", ...unsentOf(world.service) });
      await moveConnection(world.service, { ...key, trigger: "goLive", ...unsentOf(world.service) });
    }
  });
  after(async () => {
    await world.close();
    for (const { folder } of banks.values()) rmSync(folder, { recursive: true, force: true });
  });

  const bank = (rail: BankRail): BankAtFolder => {
    const found = banks.get(rail);
    assert.ok(found !== undefined);
    return found;
  };
  /** Time passes in steps; the service works and the bank exchanges files after each. */
  const pass = async (totalMs: number, stepMs: number) => {
    for (let passed = 0; passed < totalMs; passed += stepMs) {
      await world.work();
      for (const bank of banks.values()) await bank.exchange();
      world.clock.set(plusMs(world.clock.now(), stepMs));
    }
    await world.work();
  };
  const at = (day: number, time: string) =>
    world.clock.set(
      newYorkInstant(Temporal.PlainDate.from({ year: 2026, month: 11, day }), Temporal.PlainTime.from(time)),
    );
  const statesOf = async (ids: readonly TransactionId[]) => {
    const rows = await world.service.database.many<{
      id: TransactionId;
      status: string;
      reason: string | null;
      tracking: string | null;
    }>(sql`
      select transaction_id as id, status, reason_for_failure as reason, tracking_number as tracking from transactions
       where organization_id = ${organization.organizationId} and transaction_id = any (${ids}::uuid[])`);
    return ids.map((id) => {
      const row = rows.find((payment) => payment.id === id);
      assert.ok(row !== undefined);
      return { status: row.status, code: row.reason?.split(":")[0], tracking: row.tracking };
    });
  };
  const fileStates = async (direction: string) =>
    (
      await world.service.database.many<{ format: string; state: string; reason: string | null }>(sql`
        select format, state, reason from bank_files
         where organization_id = ${organization.organizationId} and direction = ${direction} order by file_id`)
    ).map(({ format, state, reason }) => `${format} ${state}${reason === null ? "" : `: ${reason}`}`);
  const payTo = async (method: "domesticWire" | "realTimePayment", accountNumber: string) => {
    const recipientId: RecipientId = await organization.newRecipient(`Payee ${accountNumber}`, accountNumber);
    return payOne(world.service, { ...organization, recipientId }, { method, amountMinor: 250_00n });
  };

  test("ten wires go out in one file; they settle with their IMAD, are rejected, blocked, late, or come back", async () => {
    const numbers = ["12345671", "12345672", "12345673", "12345674", "12345675", "12345676"];
    const ids: TransactionId[] = [];
    for (const number of [...numbers, "9901000002", "9903000001", "9904000001", "9902000016"])
      ids.push(await payTo("domesticWire", number));
    await pass(18 * MINUTE_MS, 3 * MINUTE_MS);
    assert.deepEqual(await fileStates("out"), ["pain.001 acknowledged"]);
    const [[, sent] = ["", ""]] = bank("wire").sent();
    // The sandbox's screening blocks one before it is in a file.
    assert.deepEqual(
      /<NbOfTxs>\d+<\/NbOfTxs>\s+<CtrlSum>[\d.]+<\/CtrlSum>/.exec(sent)?.[0].replace(/\s+/, ""),
      "<NbOfTxs>9</NbOfTxs><CtrlSum>2250.00</CtrlSum>",
    );
    const [first, ...others] = await statesOf(ids);
    assert.equal(first?.status, "sent");
    assert.match(first.tracking ?? "", /^20261120[A-Z0-9]{8}\d{6}$/);
    assert.deepEqual(
      others.map(({ status, code }) => [status, code]),
      [
        ...numbers.slice(1).map(() => ["sent", undefined]),
        ["failed", "AC04"],
        ["blocked", "SC-LIST"],
        ["pending", undefined],
        ["sent", undefined],
      ],
    );
    at(23, "12:00");
    await pass(6 * MINUTE_MS, 2 * MINUTE_MS);
    assert.deepEqual(
      (await statesOf(ids.slice(8))).map(({ status, code }) => [status, code]),
      [
        ["sent", undefined],
        ["reversed", "AC06"],
      ],
    );
    assert.deepEqual(
      (await fileStates("in")).filter((state) => /quarantined/.test(state)),
      [],
    );
    assert.deepEqual((await verifyLedger(world.service.database, organization.organizationId)).differences, []);
  });

  test("a wire after the cut-off leaves at the bank's next opening", async () => {
    at(23, "19:00");
    const id = await payTo("domesticWire", "12345671");
    await pass(MINUTE_MS, MINUTE_MS);
    assert.equal((await fileStates("out")).length, 1);
    at(24, "08:00");
    await pass(18 * MINUTE_MS, 3 * MINUTE_MS);
    assert.deepEqual(await fileStates("out"), ["pain.001 acknowledged", "pain.001 acknowledged"]);
    assert.equal((await statesOf([id]))[0]?.status, "sent");
  });

  test("an international wire carries its purpose, and who pays the fees as its request says", async () => {
    const { organizationId, recipientId } = organization;
    const details = {
      iban: "DE89370400440532013000",
      swiftCode: "COBADEFF",
      bankName: "Bank",
      bankCountry: "DE",
      address: berlin,
    };
    await world.service.database.transaction((tx) =>
      fillInternationalDetails(world.service, tx, { organizationId, recipientId, actor: operator, details }),
    );
    const userId = await newUser(world.service, organization);
    const ids: TransactionId[] = [];
    for (const more of [{ purpose: "landlord" }, { purpose: "Repair of machines", chargeType: "shared" }]) {
      const asked = await inject(
        world.app,
        organization.token,
        paymentRequest(organization, { paymentMethod: "internationalWire", amount: 100, ...more }),
      );
      const decided = await decide(world.service, organization, { requestId: asked.body.requestId, userId });
      ids.push(decided.transaction_id as TransactionId);
    }
    await pass(18 * MINUTE_MS, 3 * MINUTE_MS);
    const [[, sent] = ["", ""]] = bank("internationalWire").sent();
    const valuesOf = (element: string) =>
      [...sent.matchAll(new RegExp(`<${element}>\\s*(.*?)\\s*</${element}>`, "gs"))].map(([, value]) => value);
    assert.deepEqual(valuesOf("ChrgBr"), ["DEBT", "SHAR"]);
    assert.deepEqual(valuesOf("Purp"), ["<Cd>RENT</Cd>", "<Prtry>Repair of machines</Prtry>"]);
    const states = await statesOf(ids);
    assert.deepEqual(
      states.map(({ status, tracking }) => [status, tracking]),
      ids.map((id) => ["sent", uetrOf(id)]),
    );
  });

  test("a real-time payment is sent at once and answered within seconds", async () => {
    const paid = await payTo("realTimePayment", "12345671");
    const refused = await payTo("realTimePayment", "9901000003");
    await pass(30 * SECOND_MS, 5 * SECOND_MS);
    const [settled, failed] = await statesOf([paid, refused]);
    assert.deepEqual([settled?.status, settled?.tracking], ["sent", uetrOf(paid)]);
    assert.deepEqual([failed?.status, failed?.code], ["failed", "AC03"]);
    assert.deepEqual(
      bank("realTime")
        .sent()
        .map(([name]) => name.slice(0, 7)),
      ["pacs008", "pacs008"],
    );
  });

  test("without an answer the outcome is unknown: the bank is asked with growing pauses, and nothing is sent again", async () => {
    const before = bank("realTime").sent().length;
    const silent = await payTo("realTimePayment", "9907000001");
    await pass(400 * SECOND_MS, 40 * SECOND_MS);
    const sent = bank("realTime").sent().slice();
    const payments = sent.filter(([name]) => name.startsWith("pacs008")).length;
    const requests = sent.filter(([name]) => name.startsWith("pacs028"));
    assert.equal(payments, before + 1);
    assert.equal(requests.length, 3, "after 30, 90, and 210 seconds");
    const [asked] = await world.service.database.many<{ state: string; end_to_end_id: string }>(sql`
      select state, end_to_end_id from transfers
       where organization_id = ${organization.organizationId} and transaction_id = ${silent}`);
    assert.equal(asked?.state, "unknown");
    assert.ok(requests.every(([, content]) => content.includes(`<OrgnlEndToEndId>${asked.end_to_end_id}<`)));
    assert.equal((await statesOf([silent]))[0]?.status, "pending");
    const { body } = await inject(world.app, organization.token, { url: `/transaction/${silent}/timeline` });
    const entriesOfFiles = body.entries.filter(({ kind }: { kind: string }) => kind === "bankFile");
    assert.deepEqual(
      entriesOfFiles.map(({ text }: { text: string }) => text.slice(0, 22)),
      ["Sent to the bank in a ", "No answer came in time", "No answer came in time", "No answer came in time"],
    );
  });
});
