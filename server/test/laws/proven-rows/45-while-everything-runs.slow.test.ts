import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { setApproverLimit } from "#payments/approvals/rules/manage-rules.ts";
import { createToken, revokeToken, waiveSecondFactor } from "#records/identity";
import type { Sender } from "#reports/webhooks";
import { type BankAtFolder, bankAtFolder } from "../../kit/banks/bank-at-folder.ts";
import { newExchangeFolder, newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { makeInvoice } from "../../kit/invoicing/invoices.ts";
import { type Made, Meddler, type Mutation, mutationsOf, nameOf } from "../../kit/proofs/mutations.ts";
import { type Privileges, privilegesOf } from "../../kit/proofs/other-values.ts";
import { alarms, type RolePassword, withPasswordOfTheRole } from "../../kit/proofs/password-of-the-role.ts";
import { callsAs, recurringBody } from "../../kit/recurring/recurring-world.ts";
import {
  inject,
  openWorld,
  operator,
  payment,
  type TestOrganization,
  type TestWorld,
} from "../../kit/service/full-app.ts";
import { type MailServer, startMailServer } from "../../kit/service/mail-server.ts";
import { paymentRequest, saveRule } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, PASSWORD, signedIn, type TestPerson } from "../../kit/worlds/people.ts";

/**
 * Law 45, while everything runs: organizations work through a day of payments, approvals, bank files, webhooks, emails, and
 * sign-ins. At some moment of the day, someone with the password of the serving role does one thing to one row of each:
 * another value in a column, a copy under another key, a deletion, or an older version. Whatever that is, no money moves that
 * nobody decided to move, nothing goes anywhere else or twice, and what is forbidden stays forbidden. If the row is proven,
 * it is named within a minute. One organization is left alone and has an undisturbed day.
 *
 * With --long, everything that the role may do to every table; otherwise a choice.
 */

const AT_ONCE = long ? 40 : 5;

/** Amounts in dollars. Every other amount at the bank is one that nobody decided to pay. */
const SENT = 111.11;
const APPROVED = 222.22;
const ONLY_ASKED_FOR = 333.33;
const ABOVE_THE_LIMIT = 600.01;
/** Between own accounts. */
const MOVED = 44.44;

const cents = (dollars: number): string => String(Math.round(dollars * 100)).padStart(10, "0");
/** What people and tokens have decided: amount and account number of entries. */
const DECIDED: ReadonlySet<string> = new Set([SENT, APPROVED].map((amount) => `${cents(amount)} to 123456789`));
/** The amounts of events. */
const TOLD: ReadonlySet<number> = new Set([100_000, -SENT, -APPROVED, MOVED, -MOVED]);

/** The entries of the Nacha files that the bank received. */
const entriesAt = (bank: BankAtFolder): readonly string[] =>
  bank
    .sent()
    .flatMap(([, text]) => text.split(/\r?\n/))
    .filter((line) => line.startsWith("6"))
    .map((line) => `${line.slice(29, 39)} to ${line.slice(12, 29).trim()}`);

/** Without a column for the organization: what the service has once. `unproven-columns.ts` says why each is harmless. */
const isOrganizations = ({ key }: Privileges) => key[0] === "organization_id";

/** An organization, its bank, and its people. */
interface Office {
  readonly organization: TestOrganization;
  readonly bank: BankAtFolder;
  readonly hook: string;
  readonly ada: TestPerson;
  readonly ben: TestPerson;
  readonly savingsId: string;
  readonly vera: TestPerson;
  readonly left: string;
  readonly tokens: { readonly limited: string; readonly readOnly: string; readonly revoked: string };
  readonly mutation: Mutation | undefined;
  /** Before which part of the day. */
  readonly moment: number;
  /** Undefined for the one that is left alone. */
  readonly meddler: Meddler | undefined;
  made?: Made | undefined;
  sent?: string;
  approved?: string;
  asked?: string;
}

const PARTS_OF_THE_DAY = 4;

describe("whatever is done to one row while everything runs", () => {
  let mail: MailServer;
  const hooks: { readonly url: string; readonly body: string }[] = [];
  const sender: Sender = {
    timeoutMs: 60_000,
    send: async ({ url, body }) => {
      hooks.push({ url, body });
      return { kind: "delivered", statusCode: 200, durationMs: 1, responseSnippet: "" };
    },
    close: async () => undefined,
  };
  const open = () =>
    openWorld(
      { mode: "production", smtpUrl: mail.url, mailFrom: "Bursar <bursar@example.com>" },
      // Errors are expected in the log; what matters is what happened.
      { sender, onError: () => undefined },
    );

  before(async () => {
    mail = await startMailServer();
  });
  after(() => mail.close());

  const seed = testSeed("law 45, while everything runs");
  const random = seeded(seed);
  const shuffled = <Value>(values: readonly Value[]): readonly Value[] =>
    values
      .map((value) => ({ value, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ value }) => value);

  it(`moves no other money, sends nothing elsewhere, and allows nothing (seed ${seed})`, async (t) => {
    const { tables } = await day([]);
    const all = shuffled(tables.flatMap(mutationsOf));
    const chosen = long ? all : all.slice(0, AT_ONCE);
    const counts = new Map<string, number>();
    for (let from = 0; from < chosen.length; from += AT_ONCE)
      for (const outcome of (await day(chosen.slice(from, from + AT_ONCE))).outcomes)
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    t.diagnostic(
      `${all.length} mutations of ${tables.length} tables: ${[...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ")}`,
    );
  });

  /** A day of one organization for each mutation, and of one that is left alone. Returns what happened to each mutation, and the tables that have rows. */
  async function day(
    mutations: readonly Mutation[],
  ): Promise<{ outcomes: readonly string[]; tables: readonly Privileges[] }> {
    const world = await open();
    const mallory = await withPasswordOfTheRole(world);
    try {
      const offices: Office[] = [];
      for (const mutation of [undefined, ...mutations]) offices.push(await newOffice(world, mallory, mutation));
      const work = () => workOf(world);
      for (let part = 0; part < PARTS_OF_THE_DAY; part += 1) {
        for (const office of offices) if (part >= office.moment) office.made ??= await office.meddler?.meddle(random);
        if (part === 0) for (const office of offices) await morning(world, office);
        for (const [date, time] of TIMES[part] ?? []) {
          world.setTime(date, time);
          for (let round = 0; round < 2; round += 1) {
            await work();
            for (const { bank } of offices) await bank.exchange();
          }
        }
      }
      await work();
      const named = new Set(await alarms(world));
      const outcomes: string[] = [];
      for (const office of offices) outcomes.push(await judge(world, office, named));
      const tables: Privileges[] = [];
      for (const table of (await privilegesOf(mallory)).filter(isOrganizations))
        if ((await mallory.rows(`select from ${table.name} limit 1`)).length > 0) tables.push(table);
      return { outcomes, tables };
    } finally {
      await mallory.leave();
      await world.close();
    }
  }

  /** Over the cut-offs of the day, and until the bank has answered. */
  const TIMES: readonly (readonly (readonly [date: string, time: string])[])[] = [
    [["2026-11-20", "10:05"]],
    [["2026-11-20", "18:30"]],
    [["2026-11-20", "19:10"]],
    [
      ["2026-11-23", "10:00"],
      ["2026-11-23", "14:00"],
    ],
  ];

  async function newOffice(world: TestWorld, mallory: RolePassword, mutation: Mutation | undefined): Promise<Office> {
    const { service, app } = world;
    const organization = await world.newOrganization();
    const { organizationId } = organization;
    await organization.deposit(organization.accountId, 100_000_00n);
    const folder = newExchangeFolder();
    await newLiveConnection(service, organization, {
      settings: { channel: { folder, pollSeconds: 5 } },
    });
    const ada = await newPerson(world, organizationId);
    const ben = await newPerson(world, organizationId, { role: "approver" });
    const vera = await newPerson(world, organizationId, { role: "viewer" });
    await service.database.transaction((tx) => waiveSecondFactor(tx, organizationId));
    await saveRule(service, organization);
    await service.database.transaction((tx) =>
      setApproverLimit(service, tx, {
        organizationId,
        userId: ben.userId,
        accountId: null,
        limitMinor: 5_000_00n,
        limitPerDayMinor: 5_000_00n,
        actor: operator,
      }),
    );
    const savingsId = await organization.newAccount("Savings", "savings");
    const hook = `https://hooks.example.com/${organizationId}`;
    const webhook = await inject(app, organization.token, { url: "/webhooks", body: { url: hook } });
    assert.equal(webhook.status, 200, webhook.text);
    const left = await signedIn(app, ben);
    assert.equal((await browse(app, { method: "DELETE", url: "/session", cookie: left })).status, 204);
    const revoked = await service.database.transaction((tx) =>
      createToken(service, tx, {
        organizationId,
        name: "revoked",
        kind: "readWrite",
        createdBy: organization.creatorId,
        actor: operator,
      }),
    );
    await service.database.transaction((tx) =>
      revokeToken(service, tx, { organizationId, tokenId: revoked.tokenId, actor: operator }),
    );
    return {
      organization,
      bank: await bankAtFolder(folder, world.clock),
      hook,
      ada,
      ben,
      vera,
      savingsId,
      left,
      tokens: {
        limited: await organization.newToken({ limits: { perPaymentMinor: 500_00n } }),
        readOnly: await organization.newToken({ kind: "readOnly" }),
        revoked: revoked.token,
      },
      mutation,
      meddler: mutation && new Meddler(mallory, organizationId, mutation),
      moment: Math.floor(random() * PARTS_OF_THE_DAY),
    };
  }

  /** What people and programs do. Calls fail if a row that they need is no longer proven. */
  async function morning(world: TestWorld, office: Office): Promise<void> {
    const { organization, ada, ben, savingsId } = office;
    const call = async (request: Parameters<typeof inject>[2]) => {
      const { status, body } = await inject(world.app, organization.token, request);
      return status === 200 ? body : undefined;
    };
    office.sent = (await call(payment(organization, { amount: SENT, idempotencyKey: "sent" })))?.id;
    const approved = await call(paymentRequest(organization, { amount: APPROVED }));
    office.asked = (await call(paymentRequest(organization, { amount: ONLY_ASKED_FOR })))?.requestId;
    await makeInvoice(world, organization, { sendEmailOption: "SendNow" }).catch(() => undefined);
    const asAda = callsAs(world, ada);
    await asAda("/recurring-payments", recurringBody(organization, { startOn: "2026-11-23" })).catch(() => undefined);
    await asAda(`/request-send-money/${office.asked}/comments`, { text: "By phone" }).catch(() => undefined);
    const visible = { visibleForCardSpend: true, visibleForReimbursements: false, visibleForOther: true };
    const category = await call({ url: "/categories", body: { name: "Rent", ...visible } });
    for (const [url, body] of Object.entries({
      "/transfer": { sourceAccountId: organization.accountId, destinationAccountId: savingsId, amount: MOVED },
      "/request-transfer": { sourceAccountId: organization.accountId, destinationAccountId: savingsId, amount: 7 },
      "/recipients/invites": {
        name: "Marta",
        contactEmail: "marta@example.com",
        paymentMethods: ["ach"],
        sendEmail: true,
      },
      "/category-rules": { name: "Rent", categoryId: category?.id, conditions: { text: "globex" } },
    }))
      await call({ url, body });
    const { cookie } = await signIn(world, ben, PASSWORD);
    await browse(world.app, {
      url: `/request-send-money/${approved?.requestId}/approve`,
      body: { version: approved?.version },
      cookie,
    });
  }

  const signIn = ({ app }: TestWorld, { email, organizationId }: TestPerson, password: string) =>
    browse(app, { url: "/session", body: { email, password, organizationId } });

  /** All jobs, as in a worker: one that fails does not stop the others, and is tried again. */
  async function workOf(world: TestWorld): Promise<void> {
    for (let pass = 0; pass < 10; pass += 1) {
      let done = 0;
      for (const job of world.app.jobs.filter(({ watches }) => !watches)) done += await job.run().catch(() => 0);
      if (done === 0) break;
    }
    for (const job of world.app.jobs.filter(({ watches }) => watches)) await job.run().catch(() => 0);
    world.clock.set(plusMs(world.clock.now(), 6 * SECOND_MS));
  }

  /** Nobody may do any of this, whatever is in the database. */
  async function assertForbidden({ app }: TestWorld, office: Office, what: string): Promise<void> {
    const { organization, tokens, asked, ben, vera, left } = office;
    const veras = (await signIn({ app } as TestWorld, vera, PASSWORD)).cookie;
    const pays = payment(organization, { amount: ABOVE_THE_LIMIT });
    const tried = {
      "a token above its limit": inject(app, tokens.limited, pays),
      "a read-only token": inject(app, tokens.readOnly, pays),
      "a revoked token": inject(app, tokens.revoked, { url: "/accounts" }),
      "a session that has ended": browse(app, { url: "/session", cookie: left }),
      "a wrong password": signIn({ app } as TestWorld, ben, `${PASSWORD} `),
      "a viewer's approval": browse(app, {
        url: `/request-send-money/${asked}/approve`,
        body: { version: 1 },
        cookie: veras,
      }),
      "an address that is not allowed": app.api.inject({
        method: "POST",
        url: pays.url,
        remoteAddress: "203.0.113.9",
        headers: { authorization: `Bearer ${organization.token}`, "content-type": "application/json" },
        payload: JSON.stringify(pays.body),
      }),
    };
    for (const [who, trying] of Object.entries(tried)) {
      const answer = await trying;
      const status = "statusCode" in answer ? answer.statusCode : answer.status;
      assert.ok(status >= 400, `${what}: ${who} got ${status}`);
    }
  }

  /** Asserts that nothing happened that may not, and returns what happened to the mutation. */
  async function judge(world: TestWorld, office: Office, named: ReadonlySet<string>): Promise<string> {
    const { mutation, made, organization } = office;
    const what = mutation === undefined ? "the undisturbed day" : nameOf(mutation);
    const paid = entriesAt(office.bank);
    for (const entry of paid) assert.ok(DECIDED.has(entry), `${what}: the bank received ${entry}`);
    assert.equal(new Set(paid).size, paid.length, `${what}: a payment was sent twice: ${paid}`);
    await assertForbidden(world, office, what);
    const ofOthers = hooks.filter(({ url }) => url.includes(organization.organizationId) && url !== office.hook);
    assert.deepEqual(ofOthers, [], `${what}: a webhook went elsewhere`);
    for (const { url, body } of hooks) {
      if (url !== office.hook) continue;
      const { amount } = JSON.parse(body).mergePatch ?? {};
      assert.ok(amount === undefined || TOLD.has(amount), `${what}: a webhook reports ${amount}`);
    }
    const isComplete = paid.length === DECIDED.size && (await signIn(world, office.ben, PASSWORD)).status < 300;
    if (mutation === undefined) {
      assert.ok(isComplete, `the undisturbed organization paid ${paid}`);
      const again = await inject(
        world.app,
        organization.token,
        payment(organization, { amount: SENT, idempotencyKey: "sent" }),
      );
      assert.equal(again.body.id, office.sent);
      return "undisturbed";
    }
    if (made === undefined) return "not possible";
    if (made.isRefused) return "refused by the database";
    if (named.has(`${mutation.table.name}/${made.key}`)) return "named in an alarm";
    assert.ok(!(made.needsProof && office.meddler?.isOfProven), `${what} of ${made.key} was not named: ${[...named]}`);
    return isComplete ? "without effect" : "something was left out";
  }
});
