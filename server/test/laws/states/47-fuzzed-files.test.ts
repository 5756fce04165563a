import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { paymentReturn, writeMessage } from "bursar-bank-formats/iso20022";
import type { BankRail } from "#bank/exchange";
import { present } from "#kernel/assert.ts";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { verifyLedger } from "#records/ledger/check";
import { mutatedFile } from "../../../../packages/bank-formats/src/text/mutated-text.testkit.ts";
import { entriesIn, readStrictly, returnFile } from "../../kit/banks/ach-bank.ts";
import { newExchangeFolder, newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { eventually } from "../../kit/service/eventually.ts";
import { openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";

const FILES = long ? 2_000 : 100;

/**
 * Law 47, with files that were damaged on their way: each is applied, an open item, or set aside. Nothing crashes, and no
 * payment changes that the undamaged file is not about.
 */
describe("damaged files of banks", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  const folders = new Map<BankRail, string>();
  const random = seeded(testSeed("damaged files of banks"));
  let ach: readonly TransactionId[];
  let wires: readonly TransactionId[];
  let opening: bigint;

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 100_000_000n);
    const name = "Acme, Inc.";
    const wire = { debtorAgentRoutingNumber: "021000021", debtorName: name, initiatingPartyName: name };
    for (const rail of ["ach", "wire"] as const) {
      const folder = newExchangeFolder();
      folders.set(rail, folder);
      await newLiveConnection(world.service, organization, {
        settings: { channel: { folder, pollSeconds: 5 }, ...(rail === "wire" ? { rail, railSettings: wire } : {}) },
      });
    }
    const paid = async (method: "ach" | "domesticWire", amounts: readonly bigint[]) => {
      const ids: TransactionId[] = [];
      for (const amountMinor of amounts) ids.push(...(await pay(world.service, organization, { method, amountMinor })));
      return ids;
    };
    wires = await paid("domesticWire", [70_001n, 70_020n, 70_300n]);
    ach = await paid("ach", [5_001n, 5_020n, 5_300n, 5_404n, 5_550n]);
    await work();
    at("2026-11-20", "10:04");
    await work();
    at("2026-11-20", "18:30");
    await work();
    at("2026-11-23", "09:00");
    await work();
    opening = await available();
  });
  after(async () => {
    await world.close();
    for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true });
  });

  const work = () => world.work();
  const at = (day: string, time: string) => world.setTime(day, time);
  const available = async () =>
    (
      await world.service.database.one<{ available: bigint }>(sql`
        select available_minor as available from ledger_balances
         where organization_id = ${organization.organizationId} and ledger_account_id = ${organization.accountId}`)
    ).available;
  const sent = (rail: BankRail) => {
    const outbox = join(present(folders.get(rail), "there is a folder"), "outbox");
    const [name] = readdirSync(outbox);
    return readFileSync(join(outbox, present(name, "a file was sent")), "latin1");
  };
  const statuses = async (ids: readonly TransactionId[]) => {
    const rows = await world.service.database.many<{ id: TransactionId; status: string; amount: bigint }>(sql`
      select transaction_id as id, status, amount_minor as amount from transactions
       where organization_id = ${organization.organizationId} and transaction_id = any (${ids}::uuid[]) order by transaction_id`);
    return ids.map((id) =>
      present(
        rows.find((row) => row.id === id),
        "a payment does not vanish",
      ),
    );
  };

  /** Damages a file again and again, and has every result delivered. Returns how many were applied. */
  async function deliverDamaged(rail: BankRail, prefix: string, text: string): Promise<number> {
    const inbox = join(present(folders.get(rail), "there is a folder"), "inbox");
    for (let index = 0; index < FILES; index += 1) {
      const content = Buffer.concat(mutatedFile(text, random).pieces);
      // An empty file may still be written, and is left alone.
      writeFileSync(join(inbox, `${prefix}-${index}`), content.length === 0 ? " " : content);
    }
    const inThere = sql`organization_id = ${organization.organizationId} and direction = 'in' and name like ${`${prefix}-%`}`;
    // A file that changed while it was listed is read by a later pass.
    await eventually("every file has arrived", async () => {
      world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
      await work();
      const { files } = await world.service.database.one<{ files: number }>(
        sql`select count(*)::integer as files from bank_files where ${inThere} and state <> 'received'`,
      );
      return files === FILES;
    });
    const states = await world.service.database.many<{ state: string; files: number }>(sql`
      select state, count(*)::integer as files from bank_files where ${inThere} group by state`);
    const ended = ["processed", "quarantined", "repeated"];
    assert.deepEqual(
      states.filter(({ state }) => !ended.includes(state)),
      [],
    );
    assert.equal(
      states.reduce((sum, { files }) => sum + files, 0),
      FILES,
      "each file is accounted for",
    );
    const failing = await world.service.database.many(sql`
      select name, reason from bank_files where ${inThere} and attempts > 0`);
    assert.deepEqual(failing, [], "no file is a failure of the service");
    return states.find(({ state }) => state === "processed")?.files ?? 0;
  }

  /** Money is back for payments that came back or failed, and for no others. */
  async function booksAgree(): Promise<void> {
    const ended = (await statuses([...ach, ...wires])).filter(
      ({ status }) => status === "reversed" || status === "failed",
    );
    const back = ended.reduce((sum, { amount }) => sum - amount, 0n);
    assert.equal(await available(), opening + back);
    assert.deepEqual((await verifyLedger(world.service.database, organization.organizationId)).differences, []);
  }

  test("returns", async () => {
    const file = readStrictly(sent("ach"));
    const returned = entriesIn(file)
      .slice(0, 3)
      .map((entry) => ({ entry, code: "R03" }));
    const text = returnFile(file, returned, "2026-11-23").replaceAll(/\r?\n/g, "\n");
    assert.ok((await deliverDamaged("ach", "returns", text)) > 0);
    const untouched = (await statuses(ach)).filter(
      ({ amount }) => !returned.some(({ entry }) => entry.entry.amountMinor === -amount),
    );
    assert.equal(untouched.length, 2);
    for (const { status } of untouched) assert.ok(status === "pending" || status === "sent", status);
    await booksAgree();
  });

  /** A status report about the message of the wires. */
  const statusesOfWires = (messageId: string, ...answers: readonly string[]): string => {
    const [sentId = ""] = namesIn("MsgId");
    const [batchId = ""] = namesIn("PmtInfId");
    return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>2026-11-23T16:52:00Z</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${sentId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${batchId}</OrgnlPmtInfId>
${answers.join("")}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>
`;
  };
  const namesIn = (element: string): readonly string[] =>
    [...sent("wire").matchAll(new RegExp(`<${element}>([^<]+)</${element}>`, "g"))].map(([, id = ""]) => id);

  test("a rejection that lost the name of its wire rejects no other one", async () => {
    const text = statusesOfWires("NAMELESS", "<TxInfAndSts>\n<TxSts>RJCT</TxSts>\n</TxInfAndSts>\n");
    writeFileSync(join(present(folders.get("wire"), "there is a folder"), "inbox", "nameless"), text);
    await eventually("the report is read", async () => {
      world.clock.set(plusMs(world.clock.now(), MINUTE_MS));
      await work();
      const items = await world.service.database.many<{ kind: string; reason: string }>(sql`
        select i.kind, i.reason from bank_file_items i join bank_files f using (organization_id, file_id)
         where i.organization_id = ${organization.organizationId} and f.name = 'nameless'`);
      if (items.length === 0) return false;
      assert.equal(items.length, 1);
      assert.match(items[0]?.reason ?? "", /^It names no payment, and the message M\w+ has 3 payments\.$/);
      return true;
    });
    for (const { status } of await statuses(wires)) assert.equal(status, "pending");
    await booksAgree();
  });

  test("statuses of wires", async () => {
    const ends = namesIn("EndToEndId");
    const answer = (end: string, status: string) =>
      `<TxInfAndSts>\n<OrgnlEndToEndId>${end}</OrgnlEndToEndId>\n<TxSts>${status}</TxSts>\n</TxInfAndSts>\n`;
    const text = statusesOfWires("ACK", answer(ends[0] ?? "", "RJCT"), answer(ends[1] ?? "", "ACSC"));
    assert.ok((await deliverDamaged("wire", "statuses", text)) > 0);
    const all = await statuses(wires);
    assert.ok(
      all.some(({ status }) => status === "pending"),
      "one wire is in no report",
    );
    await booksAgree();
  });

  test("returns of wires", async () => {
    const message = sent("wire");
    const [messageId = ""] = [...message.matchAll(/<MsgId>([^<]+)</g)].map(([, id = ""]) => id);
    const [endToEndId = ""] = [...message.matchAll(/<EndToEndId>([^<]+)</g)].map(([, id = ""]) => id).slice(1);
    const [amount = ""] = [...message.matchAll(/<InstdAmt Ccy="USD">([^<]+)</g)].map(([, text = ""]) => text).slice(1);
    const money = { Ccy: "USD", amountMinor: BigInt(amount.replace(".", "")) };
    const text = writeMessage(
      paymentReturn({
        messageId: "RETURN",
        createdAt: "2026-11-23T17:00:00Z",
        returnId: "R1",
        original: { messageId, messageName: "pain.001.001.09" },
        transaction: { endToEndId },
        reason: { code: "AC04" },
        originalAmount: money,
        returnedAmount: money,
        settlementDate: "2026-11-23",
      }),
    ).replaceAll("><", ">\n<");
    await deliverDamaged("wire", "wire-returns", text);
    const all = await statuses(wires);
    assert.ok(
      all.some(({ status }) => status === "pending"),
      "one wire is in no report",
    );
    await booksAgree();
  });

  const account = "400000001";
  const entry = (amount: string) =>
    `<Ntry>\n<Amt Ccy="USD">${amount}</Amt>\n<CdtDbtInd>DBIT</CdtDbtInd>\n<Sts><Cd>BOOK</Cd></Sts>\n<BookgDt><Dt>2026-11-20</Dt></BookgDt>\n<BkTxCd><Prtry><Cd>FEE</Cd></Prtry></BkTxCd>\n</Ntry>\n`;
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>\n`;
  const statements = {
    camt: `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-11-21T06:00:00Z</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-11-21T06:00:00Z</CreDtTm><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>USD</Ccy></Acct>
${balance("OPBD", "1000.00")}${balance("CLBD", "977.00")}${entry("12.00")}${entry("11.00")}</Stmt></BkToCstmrStmt></Document>
`,
    bai2: `01,021000021,ACME,261121,0400,1,,,2/
02,ACME,021000021,1,261120,,USD,2/
03,${account},USD,010,100000,,,015,97700,,/
16,698,1200,Z,,,MONTHLY FEE/
16,698,1100,Z,,,OTHER FEE/
49,200000,4/
98,200000,1,6/
99,200000,1,8/
`,
  };
  for (const [name, text] of Object.entries(statements))
    test(`statements: ${name}`, async () => {
      await deliverDamaged("ach", name, text);
      await booksAgree();
    });

  test("acknowledgments as text", async () => {
    const outbox = join(present(folders.get("ach"), "there is a folder"), "outbox");
    const [name = ""] = readdirSync(outbox);
    const text = `ACH FILE CONFIRMATION\n\nFILE NAME: ${name}\nTOTAL CREDITS: $263.25\nSTATUS: ACCEPTED\n`;
    await deliverDamaged("ach", "ack", text);
    const untouched = (await statuses(ach)).filter(({ status }) => status === "failed");
    assert.deepEqual(untouched, [], "a file that was accepted is not rejected by its damaged copies");
    await booksAgree();
  });
});
