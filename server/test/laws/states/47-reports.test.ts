import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { present } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import { verifyLedger } from "#records/ledger/check";
import { newExchangeFolder, newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { inject, openWorldOfFile, type TestOrganization } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";

const PAYMENTS = long ? 60 : 16;
const FILES = long ? 40 : 10;

const world = await openWorldOfFile();
const random = seeded(testSeed("reports of banks and their items"));
const upTo = (count: number): number => Math.floor(random() * count);
const pick = <T>(items: readonly T[]): T => present(items[upTo(items.length)], "there is an item");
const shuffled = <T>(items: readonly T[]): readonly T[] =>
  items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

/** The service reads what the bank has put there. */
const exchange = async () => {
  for (let pass = 0; pass < 2; pass += 1) {
    world.clock.set(plusMs(world.clock.now(), 5 * MINUTE_MS));
    await world.work();
  }
};
const openItems = async ({ organizationId }: TestOrganization) => {
  const { count } = await world.service.database.one<{ count: number }>(sql`
    select count(*)::integer as count from bank_file_items where organization_id = ${organizationId} and state = 'open'`);
  return count;
};
const receivedOf = ({ organizationId }: TestOrganization, name: string) =>
  world.service.database.one<{ state: string; reason: string | null; items: number }>(sql`
    select state, reason, transaction_count as items from bank_files
     where organization_id = ${organizationId} and direction = 'in' and name like ${`%${name}`} and repeats_file_id is null`);

test("law 47: each status of a wire counts once, whatever reports mix, in whatever order, however often", async () => {
  const organization = await world.newOrganization();
  const { organizationId } = organization;
  await organization.deposit(organization.accountId, 100_000_000n);
  const folder = newExchangeFolder();
  const name = "Acme, Inc.";
  const railSettings = { debtorAgentRoutingNumber: "021000021", debtorName: name, initiatingPartyName: name };
  await newLiveConnection(world.service, organization, {
    settings: { channel: { folder, pollSeconds: 5 }, rail: "wire", railSettings },
  });
  const ids = await pay(world.service, organization, { method: "domesticWire", count: PAYMENTS, amountMinor: 70_000n });
  await world.work();
  world.setTime("2026-11-20", "10:04");
  await world.work();
  const outbox = join(folder, "outbox");
  const message = readdirSync(outbox)
    .map((file) => readFileSync(join(outbox, file), "latin1"))
    .join();
  const endToEndIds = [...message.matchAll(/<EndToEndId>([^<]+)</g)].map(([, id = ""]) => id);
  const [messageId = ""] = [...message.matchAll(/<MsgId>([^<]+)</g)].map(([, id = ""]) => id);
  assert.equal(endToEndIds.length, PAYMENTS);

  interface Status {
    readonly about: string;
    readonly status: string;
    readonly fits: boolean;
  }
  const decided = new Map<string, "ACSC" | "RJCT">();
  const contradicted = new Set<string>();
  const others = [...endToEndIds];
  let unknown = 0;
  const news = (decidedBefore: readonly (readonly [string, "ACSC" | "RJCT"])[]): Status => {
    const kind = pick(["decision", "decision", "unknown", "contradiction", "unknownCode"]);
    if (kind === "decision" && others.length > 0) {
      const [about = ""] = others.splice(upTo(others.length), 1);
      const status = pick(["ACSC", "ACSC", "RJCT"] as const);
      decided.set(about, status);
      return { about, status, fits: true };
    }
    // A report that says the same twice has two items.
    const unopposed = decidedBefore.filter(([id]) => !contradicted.has(id));
    if (kind === "contradiction" && unopposed.length > 0) {
      const [about, status] = pick(unopposed);
      contradicted.add(about);
      return { about, status: status === "ACSC" ? "RJCT" : "ACSC", fits: false };
    }
    unknown += 1;
    return { about: `UNKNOWN${unknown}`, status: kind === "unknownCode" ? "ZZZZ" : "ACSC", fits: false };
  };
  const reportOf = (statuses: readonly Status[], index: number) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>ACK${index}</MsgId><CreDtTm>2026-11-20T16:52:00Z</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>
${statuses.map(({ about, status }) => `<TxInfAndSts><OrgnlEndToEndId>${about}</OrgnlEndToEndId><TxSts>${status}</TxSts></TxInfAndSts>`).join("\n")}
</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>
`;

  const all: Status[] = [];
  for (let index = 0; index < FILES; index += 1) {
    const decidedBefore = [...decided];
    const repeated = all.filter(() => random() < 0.3);
    const fresh = Array.from({ length: 1 + upTo(5) }, () => news(decidedBefore));
    const mixed = shuffled([...fresh, ...repeated]);
    all.push(...fresh);
    const file = `statuses-${index}.xml`;
    writeFileSync(join(folder, "inbox", file), reportOf(mixed, index));
    if (random() < 0.3) writeFileSync(join(folder, "inbox", `again-${file}`), reportOf(mixed, index));
    await exchange();
    const received = await receivedOf(organization, file);
    assert.deepEqual([received.state, received.items], ["processed", mixed.length], received.reason ?? file);
    const unfit = new Set(all.filter(({ fits }) => !fits).map(({ about, status }) => `${about} ${status}`));
    assert.equal(await openItems(organization), unfit.size, "what does not fit is open once");
  }

  const rows = await world.service.database.many<{ status: string }>(sql`
    select status from transactions where organization_id = ${organizationId} and transaction_id = any (${ids}::uuid[])`);
  const count = (status: "ACSC" | "RJCT") => [...decided.values()].filter((each) => each === status).length;
  assert.ok(count("ACSC") > 0 && count("RJCT") > 0, "the reports decided in both ways");
  assert.equal(rows.filter(({ status }) => status === "failed").length, count("RJCT"));
  assert.equal(rows.filter(({ status }) => status === "sent").length, count("ACSC"));
  const { available } = await world.service.database.one<{ available: bigint }>(sql`
    select available_minor as available from ledger_balances
     where organization_id = ${organizationId} and ledger_account_id = ${organization.accountId}`);
  assert.equal(available, 100_000_000n - BigInt(PAYMENTS - count("RJCT")) * 70_000n);
  assert.deepEqual((await verifyLedger(world.service.database, organizationId)).differences, []);
});

test("law 47: each booking of a statement counts once, whatever accounts and days a file mixes", async () => {
  const organization = await world.newOrganization();
  const { organizationId } = organization;
  const folder = newExchangeFolder();
  await newLiveConnection(world.service, organization, { settings: { channel: { folder, pollSeconds: 5 } } });
  const accountIds = [organization.accountId, await organization.newAccount("Payroll")];
  const own = await Promise.all(
    accountIds.map(async (id) => {
      const { body } = await inject(world.app, organization.token, { method: "GET", url: `/account/${id}` });
      return String(body.accountNumber);
    }),
  );
  const foreign = ["990000001", "990000002", "990000003"];
  const balances = new Map([...own, ...foreign].map((number) => [number, 100_000]));
  const dollars = (cents: number) => `${cents / 100 < 0 ? "-" : ""}${(Math.abs(cents) / 100).toFixed(2)}`;
  const balance = (code: string, cents: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${dollars(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

  interface Report {
    readonly number: string;
    readonly amounts: readonly number[];
    readonly text: string;
  }
  let statements = 0;
  /** A day of an account, with few amounts, so that equal bookings are common. */
  const newReport = (number: string, day: string): Report => {
    statements += 1;
    const amounts = Array.from({ length: upTo(5) }, () => pick([-1_500, -1_500, 2_500, 999]));
    const opening = balances.get(number) ?? 0;
    const closing = amounts.reduce((sum, amount) => sum + amount, opening);
    balances.set(number, closing);
    const entries = amounts.map(
      (amount, index) =>
        `<Ntry><Amt Ccy="USD">${dollars(Math.abs(amount))}</Amt><CdtDbtInd>${amount < 0 ? "DBIT" : "CRDT"}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>${random() < 0.5 ? `<AcctSvcrRef>${number}-${day}-${index}</AcctSvcrRef>` : ""}<BkTxCd><Prtry><Cd>MSC</Cd></Prtry></BkTxCd></Ntry>`,
    );
    const text = `<Stmt><Id>S${statements}</Id><CreDtTm>${day}T22:00:00Z</CreDtTm><Acct><Id><Othr><Id>${number}</Id></Othr></Id><Ccy>USD</Ccy></Acct>${balance("OPBD", opening, day)}${balance("CLBD", closing, day)}${entries.join("")}</Stmt>`;
    return { number, amounts, text };
  };
  const all: Report[] = [];
  for (let index = 0; index < FILES; index += 1) {
    const day = Temporal.PlainDate.from("2026-11-23").add({ days: index }).toString();
    world.setTime(day, "20:00");
    const numbers = [...own.filter(() => random() < 0.9), ...foreign.filter(() => random() < 0.5)];
    const fresh = numbers.map((number) => newReport(number, day));
    // Banks repeat the days before.
    const mixed = shuffled([...fresh, ...all.filter(() => random() < 0.2)]);
    all.push(...fresh);
    const file = `statement-${index}.xml`;
    writeFileSync(
      join(folder, "inbox", file),
      `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>F${index}</MsgId><CreDtTm>${day}T22:00:00Z</CreDtTm></GrpHdr>
${mixed.map(({ text }) => text).join("\n")}
</BkToCstmrStmt></Document>
`,
    );
    await exchange();
    const received = await receivedOf(organization, file);
    const bookings = mixed.filter(({ number }) => own.includes(number)).flatMap(({ amounts }) => amounts);
    const others = mixed.filter(({ number }) => !own.includes(number));
    if (mixed.length > 0)
      assert.deepEqual(
        [received.state, received.items],
        ["processed", bookings.length + others.length],
        received.reason ?? file,
      );
    const ours = all.filter(({ number }) => own.includes(number)).flatMap(({ amounts }) => amounts);
    const booked = await world.service.database.one<{ count: number; total: bigint }>(sql`
      select count(*)::integer as count, coalesce(sum(amount_minor), 0)::bigint as total
        from bank_movements where organization_id = ${organizationId} and state <> 'withdrawn'`);
    const total = BigInt(ours.reduce((sum, amount) => sum + amount, 0));
    assert.deepEqual({ ...booked }, { count: ours.length, total }, "each booking of our accounts is one movement");
    assert.equal(
      await openItems(organization),
      all.length - all.filter(({ number }) => own.includes(number)).length,
      "each report about another account is open once",
    );
  }
});
