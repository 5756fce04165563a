import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { present } from "#kernel/assert.ts";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import { verifyLedger } from "#records/ledger/check";
import { entriesIn, readStrictly } from "../../kit/banks/ach-bank.ts";
import { TEST_BANK } from "../../kit/banks/bank-at-folder.ts";
import { newExchangeFolder, newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { long } from "../../kit/faults/random.ts";
import { openWorld } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";
import { browse, newPerson, provedIn } from "../../kit/worlds/people.ts";

/** Files rebuilt from public trouble reports, next to the repository where it is developed. */
const CASES = fileURLToPath(new URL("../../../../../shared/cases/", import.meta.url));

/** What a company sees of a file that its bank sends. */
interface Outcome {
  readonly state: string;
  readonly entries: number;
  readonly items: readonly string[];
  readonly statuses: readonly string[];
  readonly movements: readonly number[];
  readonly notices: readonly string[];
}

/** A company with one connection, and the payments that it has sent over it. */
async function openCase(rail: "ach" | "wire", amounts: readonly bigint[]) {
  const world = await openWorld();
  const folder = newExchangeFolder();
  const organization = await world.newOrganization();
  const { organizationId, accountId } = organization;
  await organization.deposit(accountId, 100_000_000n);
  const name = "Acme, Inc.";
  const wire = { debtorAgentRoutingNumber: TEST_BANK.routingNumber, debtorName: name, initiatingPartyName: name };
  await newLiveConnection(world.service, organization, {
    settings: {
      channel: { folder, pollSeconds: 5 },
      ...(rail === "wire" ? { rail, railSettings: { ...wire, pain001Version: "03" } } : {}),
    },
  });
  const work = () => world.work();
  const at = (day: string, time: string) => world.setTime(day, time);
  for (const amountMinor of amounts)
    await pay(world.service, organization, { amountMinor, method: rail === "ach" ? "ach" : "domesticWire" });
  if (rail === "wire") await work();
  at("2026-11-20", rail === "ach" ? "18:30" : "10:04");
  await work();
  at("2026-11-23", "09:00");
  await work();
  const outbox = join(folder, "outbox");
  const [sent = ""] = existsSync(outbox)
    ? readdirSync(outbox).map((file) => readFileSync(join(outbox, file), "latin1"))
    : [];
  const ofOrganization = sql`organization_id = ${organizationId}`;
  const db = world.service.database;
  return {
    sent,
    service: world.service,
    organizationId,
    receive: async (fileName: string, content: string | Buffer): Promise<Outcome & { readonly id: string }> => {
      writeFileSync(join(folder, "inbox", fileName), content);
      for (let pass = 0; pass < 3; pass += 1) {
        world.clock.set(plusMs(world.clock.now(), 10 * SECOND_MS));
        await work();
      }
      const file = await db.one<{ id: string; state: string; entries: number; reason: string | null }>(sql`
        select file_id as id, state, transaction_count as entries, reason from bank_files where ${ofOrganization} and name = ${fileName}`);
      const items = await db.many<{ kind: string }>(
        sql`select kind from bank_file_items where ${ofOrganization} and state = 'open' order by item_id`,
      );
      const payments = await db.many<{ status: string }>(
        sql`select status from transactions where ${ofOrganization} and amount_minor < 0 order by transaction_id`,
      );
      const movements = await db.many<{ amount: bigint }>(
        sql`select amount_minor as amount from bank_movements where ${ofOrganization} and state <> 'withdrawn' order by movement_id`,
      );
      const notices = await db.many<{ kind: string; code: string }>(
        sql`select kind, code from bank_notices where ${ofOrganization} order by notice_id`,
      );
      assert.deepEqual((await verifyLedger(db, organizationId)).differences, []);
      return {
        id: file.id,
        state: file.reason === null ? file.state : `${file.state}: ${file.reason}`,
        entries: file.entries,
        items: items.map(({ kind }) => kind),
        statuses: payments.map(({ status }) => status),
        movements: movements.map(({ amount }) => Number(amount)),
        notices: notices.map(({ kind, code }) => `${kind} ${code}`),
      };
    },
    /** Two people accept a file, which is processed then. */
    accept: async (fileId: string) => {
      const [ada, ben] = [await newPerson(world, organizationId), await newPerson(world, organizationId)];
      const body = { decision: "accept", reason: "The bank confirms its bookings." };
      const proposed = await browse(world.app, {
        method: "POST",
        url: `/bank-files/${fileId}/decision`,
        cookie: await provedIn(world.app, ada),
        body,
      });
      assert.equal(proposed.status, 202, proposed.text);
      const confirmed = await browse(world.app, {
        method: "POST",
        url: `/control-changes/${proposed.body.changeId}/confirm`,
        cookie: await provedIn(world.app, ben),
        body: {},
      });
      assert.equal(confirmed.status, 200, confirmed.text);
      world.clock.set(plusMs(world.clock.now(), 10 * SECOND_MS));
      await work();
      return db.one<{ state: string; entries: number }>(
        sql`select state, transaction_count as entries from bank_files where ${ofOrganization} and file_id = ${fileId}`,
      );
    },
    close: async () => {
      await world.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
type Case = Awaited<ReturnType<typeof openCase>>;

const processed = { state: "processed", items: [], statuses: [], movements: [], notices: [] };
const returned = { ...processed, entries: 1, statuses: ["reversed", "sent"] };
const expected: Readonly<Record<string, Outcome>> = {
  "01-bai2-88-splits-summary-padded.bai": { ...processed, entries: 1, movements: [-10_000] },
  "05-bai2-funds-type-V-S-D.bai": { ...processed, entries: 3, movements: [50_000, 30_000, 10_000] },
  "10-camt-fee-inside-entry.xml": { ...processed, entries: 1, movements: [-150_000, -2_600] },
  "14-camt053-version-04.xml": { ...processed, entries: 1, movements: [-100] },
  "15-camt-second-account-eur.xml": { ...processed, entries: 2, items: ["otherAccount"], movements: [-100] },
  "24a-bai2-own-account-control.bai": { ...processed, entries: 0 },
  "24b-bai2-own-plus-other-account.bai": { ...processed, entries: 1, items: ["otherAccount"] },
  "30-noc-c06-space-in-account.ach": {
    ...processed,
    entries: 1,
    items: ["unreadable"],
    statuses: ["pending", "pending"],
  },
  "30b-noc-c06-space-right-columns.ach": {
    ...processed,
    entries: 1,
    statuses: ["sent", "sent"],
    notices: ["changeOfDetails C06"],
  },
  "31-addenda-seq-zeros.ach": returned,
  "33-two-company-ids.ach": { ...returned, entries: 2, items: ["otherCompany"] },
  "36-no-padding-trimmed.ach": returned,
  "39-empty-return-file.ach": { ...processed, entries: 0, statuses: ["pending", "pending"] },
  "45-pain002-v03-answer-to-pain001-v03.xml": { ...processed, entries: 3, statuses: ["sent", "failed"] },
  "45b-pain002-v10-control.xml": { ...processed, entries: 3, statuses: ["sent", "failed"] },
};

/** The same file as other systems write it. */
const forms: Readonly<Record<string, (text: string) => string | Buffer>> = {
  "as it is": (text) => text,
  "with other line ends": (text) => text.replaceAll(/\r?\n/g, "\r\n"),
  "with marks": (text) =>
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text, "latin1"), Buffer.from([0x1a])]),
};

/** The account, numbers, and references of the case's payments in place of those of the report. */
function adapted(name: string, text: string, { sent }: Case): string {
  const account = text.replaceAll(/20260041730[0-9]/g, "400000001");
  if (name.endsWith(".bai")) return account.replaceAll("091000019", TEST_BANK.routingNumber);
  if (name.endsWith(".ach")) {
    const [first] = entriesIn(readStrictly(sent));
    const { entry } = present(first, "a payment was sent");
    // The corrected account is the receiver's own, with a bank's blank in it.
    return text
      .replaceAll("2612013351", "2611233271")
      .replaceAll("261201", "261123")
      .replaceAll("091000010000007", entry.traceNumber)
      .replaceAll("      02100002", `      ${entry.receivingDfiIdentification}`);
  }
  if (!name.startsWith("45")) return account;
  const of = (element: string) =>
    [...sent.matchAll(new RegExp(`<${element}>([^<]+)</${element}>`, "g"))].map(([, id = ""]) => id);
  const [message = "", batch = "", instructions, ends] = [
    ...of("MsgId"),
    ...of("PmtInfId"),
    of("InstrId"),
    of("EndToEndId"),
  ] as const;
  return text
    .replaceAll("M01A21DE9F0557000883ACA33EE9F6EDE", String(message))
    .replaceAll("PA9A6E7AB2AAF8811804BC917FCC6FFB3", String(batch))
    .replaceAll("I01A21DE71C8B7000814997ACA8C0A547", instructions?.[0] ?? "")
    .replaceAll("E01A21DE71C8B7000814997ACA8C0A547", ends?.[0] ?? "")
    .replaceAll("I01A21DE71CE070009A9E093B90D56C68", instructions?.[1] ?? "")
    .replaceAll("E01A21DE71CE070009A9E093B90D56C68", ends?.[1] ?? "");
}

/** Each ends as a bank's customer would call right. */
describe("cases from the field", { skip: !existsSync(CASES) && "the cases are not next to this repository" }, () => {
  const caseOf = (name: string) =>
    name.endsWith(".ach") ? openCase("ach", [101n, 202n]) : openCase("wire", name.startsWith("45") ? [101n, 202n] : []);

  // In an ordinary run, each case in one of the forms.
  for (const [index, [name, outcome]] of Object.entries(expected).entries())
    for (const [form, write] of Object.entries(forms).filter((_, at) => long || at === index % 3))
      test(`${name}, ${form}`, async (context: TestContext) => {
        const opened = await caseOf(name);
        context.after(() => opened.close());
        const text = adapted(name, readFileSync(join(CASES, name), "latin1"), opened);
        const { id: _, ...found } = await opened.receive(name, write(text));
        assert.deepEqual(found, outcome);
      });

  test("06-bai2-wrong-record-count.bai is imported if two people say so", async (context: TestContext) => {
    const name = "06-bai2-wrong-record-count.bai";
    const opened = await caseOf(name);
    context.after(() => opened.close());
    const found = await opened.receive(name, adapted(name, readFileSync(join(CASES, name), "latin1"), opened));
    assert.match(found.state, /^quarantined: .*says 8, and the file has 7/);
    assert.deepEqual(found.movements, []);
    assert.deepEqual(await opened.accept(found.id), { state: "processed", entries: 1 });
  });

  test("every case is tried", () => {
    const files = readdirSync(CASES).filter((name) => name !== "README.md");
    assert.deepEqual(
      files.filter((name) => !(name in expected) && !name.startsWith("06-")),
      [],
    );
  });
});
