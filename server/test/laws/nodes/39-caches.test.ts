import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { before, describe, test } from "node:test";
import { restoreKeys, revokeKeys } from "#administration/revoked-keys.ts";
import { DAY_MS, HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import { openServiceClock, refreshClockJob } from "#kernel/clock/service-clock.ts";
import { startWorkers } from "#kernel/work/worker.ts";
import type { App } from "#main/app.ts";
import { createToken, lockOrganization, revokeToken, storeCutOffs } from "#records/identity";
import { stopAccount } from "#records/ledger";
import { eventually, passTime } from "../../kit/service/eventually.ts";
import {
  inject,
  openWorldOfFile,
  operator,
  payment,
  type TestOrganization,
  type TestWorld,
} from "../../kit/service/full-app.ts";
import { saveRule } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, PASSWORD, provedIn, signedIn } from "../../kit/worlds/people.ts";
import { setSettings } from "../../kit/worlds/settings.ts";

const world = await openWorldOfFile();

/**
 * Law 39, caches: what changes on one node holds on every other within a second. caches.md lists what a process
 * keeps; a file that keeps something and is not in that list fails here.
 */
const ROOT = join(import.meta.dirname, "../../../..");
const CACHES = readFileSync(join(ROOT, "docs/develop/caches.md"), "utf8");
/** Where requests and background work run. */
const PARTS = [
  ...["kernel", "modules", "operations", "main"].map((name) => `server/src/${name}`),
  ...["banking", "simulated-bank"].map((name) => `packages/${name}/src`),
];

/** State of a module, or of what a function creates that other functions then use for long. */
const OF_MODULE = /^(?:export )?(?:const \w+[^=]*= new (?:Weak)?Map<.*>\(\)|const \w+ = memo\w+\(|let )/;
const OF_FACTORY = /^ {2}const \w+[^=]*= new (?:Weak)?Map<.*>\(\)/;
const FACTORY = /^(?:export )?(?:async )?(?:function|const) (?:create|open|remember|memo)[A-Z]\w*/;
const ANY_FUNCTION = /^(?:export )?(?:async )?(?:function|const) /;

/** Names of files that keep something from one request to another. */
function filesThatKeep(): readonly string[] {
  const files = PARTS.flatMap((part) =>
    readdirSync(join(ROOT, part), { recursive: true, encoding: "utf8" }).map((name) => join(ROOT, part, name)),
  ).filter((path) => path.endsWith(".ts") && !/\.(test|testkit)\.ts$/.test(path));
  return files.filter(keeps).map((path) => basename(path));
}

function keeps(path: string): boolean {
  let isFactory = false;
  return readFileSync(path, "utf8")
    .split("\n")
    .some((line) => {
      if (ANY_FUNCTION.test(line)) isFactory = FACTORY.test(line);
      return OF_MODULE.test(line) || (isFactory && OF_FACTORY.test(line));
    });
}

test("every file that keeps something from one request to another is in docs/develop/caches.md", () => {
  const found = filesThatKeep();
  for (const name of ["token-cache.ts", "vault.ts", "open-accounts.ts", "routing-details.ts", "common-passwords.ts"])
    assert.ok(found.includes(name), `the rule finds ${name}`);
  const unknown = found.filter((name) => !CACHES.includes(`\`${name}\``));
  assert.deepEqual([...new Set(unknown)].sort(), [], "explain there what they keep, and why that is safe");
});

test("every cache that can be stale for a while is changed below", () => {
  const rows = CACHES.split("\n").filter((line) => line.startsWith("| ") && line.includes("| 0.5 s"));
  const files = rows.map((row) => /`([\w-]+\.ts)`/.exec(row)?.[1]);
  assert.deepEqual(files, ["token-cache.ts", "session-gate.ts", "vault.ts", "service-clock.ts"]);
});

interface Change {
  /** What changes. */
  readonly what: string;
  /** What a node answers, before and after. */
  readonly ask: (node: App) => Promise<string>;
  readonly act: () => Promise<unknown>;
  readonly answers: readonly [before: string, after: string];
}

describe("what changes on one node holds on the other (PostgreSQL server)", () => {
  let other: App;
  let organization: TestOrganization;

  before(async () => {
    other = await world.anotherNode();
    organization = await world.newOrganization();
    await organization.deposit(organization.accountId, 1_000_000_00n);
  });

  const here = () => world.app;
  const call = (node: App, url: string, body?: unknown, token = organization.token) =>
    inject(node, token, body === undefined ? { url } : { url, body });
  const codeOf = ({ status, body }: Awaited<ReturnType<typeof inject>>): string =>
    `${status} ${body?.errors?.errorCode ?? ""}`.trim();
  let amounts = 0;
  /** A payment of a new amount, unless it says otherwise. */
  const pay = async (node: App, more: Readonly<Record<string, unknown>> = {}) =>
    codeOf(
      await inject(node, organization.token, payment(organization, { amount: (1000 + ++amounts) / 100, ...more })),
    );
  const inTransaction: TestWorld["service"]["database"]["transaction"] = (work) =>
    world.service.database.transaction(work);

  /** Both nodes know what was; then both know what is, within a second, and go on knowing it. */
  async function holdsWithinASecond({ what, ask, act, answers: [was, is] }: Change): Promise<void> {
    for (const node of [here(), other]) assert.equal(await ask(node), was, `${what}, before`);
    await act();
    assert.ok([was, is].includes(await ask(other)), `${what}, before a second has passed`);
    passTime(1_000);
    assert.equal(await ask(other), is, `${what}: within a second on the other node`);
    passTime(600);
    for (const node of [here(), other]) assert.equal(await ask(node), is, `${what}, on both nodes`);
  }

  /** For what is not kept at all. */
  async function holdsAtOnce({ what, ask, act, answers: [was, is] }: Change): Promise<void> {
    for (const node of [here(), other]) assert.equal(await ask(node), was, `${what}, before`);
    await act();
    for (const node of [other, here()]) assert.equal(await ask(node), is, what);
  }

  test("a token's settings of the organization (token-cache.ts): the duplicate guard, rules for direct sends", async () => {
    const { organizationId } = organization;
    await setSettings(world, organizationId, { duplicateGuardHours: 0 });
    passTime(600);
    await holdsWithinASecond({
      what: "the duplicate guard",
      // Payments that were made without the guard do not count.
      ask: async (node) => {
        await pay(node, { amount: 77 });
        return pay(node, { amount: 77 });
      },
      act: () => setSettings(world, organizationId, { duplicateGuardHours: 24 }),
      answers: ["200", "400 duplicatePayment"],
    });
    let ruleId: Awaited<ReturnType<typeof saveRule>>;
    const rule = { name: "Large", conditions: { amountFromMinor: "50000" }, bindsDirectSend: true } as const;
    const large = (node: App) => pay(node, { amount: 600 + ++amounts });
    await holdsWithinASecond({
      what: "a rule that binds direct sends",
      ask: large,
      act: async () => {
        ruleId = await saveRule(world.service, organization, rule);
      },
      answers: ["200", "403 approvalRequired"],
    });
    await holdsAtOnce({
      what: "the rule's end",
      ask: large,
      act: () => saveRule(world.service, organization, { ...rule, ruleId, active: false }),
      answers: ["403 approvalRequired", "200"],
    });
  });

  test("a token's cut-offs (token-cache.ts): when the bank takes wires", async () => {
    const { organizationId, accountId } = organization;
    await holdsWithinASecond({
      what: "the cut-off of a bank connection",
      ask: async (node) => {
        const wire = payment(organization, { amount: (1000 + ++amounts) / 100, paymentMethod: "domesticWire" });
        const { body, text } = await inject(node, organization.token, wire);
        return String(body.estimatedDeliveryDate ?? text).slice(0, 10);
      },
      // It is 10 o'clock on a Friday in New York.
      act: () =>
        inTransaction(async (tx) => {
          await lockOrganization(tx, organizationId);
          await storeCutOffs(tx, organizationId, new Map([[accountId, { domesticWire: { closesAt: "09:00" } }]]));
        }),
      answers: ["2026-11-20", "2026-11-23"],
    });
  });

  test("a token (token-cache.ts): revoked, or its creator locked", async () => {
    const { organizationId } = organization;
    const { tokenId, token } = await inTransaction((tx) =>
      createToken(world.service, tx, { organizationId, name: "theirs", kind: "readOnly", actor: operator }),
    );
    await holdsWithinASecond({
      what: "a revoked token",
      ask: async (node) => codeOf(await call(node, "/accounts", undefined, token)),
      act: () => inTransaction((tx) => revokeToken(world.service, tx, { organizationId, tokenId, actor: operator })),
      answers: ["200", "401 tokenRevoked"],
    });
  });

  test("a session (session-gate.ts): a locked user", async () => {
    const admin = await provedIn(here(), await newPerson(world, organization.organizationId));
    const person = await newPerson(world, organization.organizationId, { role: "approver" });
    const cookie = await signedIn(here(), person);
    await holdsWithinASecond({
      what: "a locked user",
      ask: async (node) => {
        const { status, code } = await browse(node, { url: "/users", cookie });
        return `${status} ${code ?? ""}`.trim();
      },
      act: () => browse(here(), { method: "POST", url: `/users/${person.userId}/lock`, cookie: admin }),
      answers: ["200", "401 sessionEnded"],
    });
  });

  test("a session (session-gate.ts): a proof of identity, so that nobody has to give it twice", async () => {
    const cookie = await signedIn(here(), await newPerson(world, organization.organizationId));
    const { userId } = await newPerson(world, organization.organizationId, { role: "approver" });
    await holdsAtOnce({
      what: "a proof of identity",
      ask: async (node) => {
        const { status, code } = await browse(node, { method: "POST", url: `/users/${userId}/lock`, cookie });
        return `${status} ${code ?? ""}`.trim();
      },
      act: () => browse(here(), { url: "/session/step-up", cookie, body: { password: PASSWORD } }),
      answers: ["403 stepUpNeeded", "200"],
    });
  });

  test("data keys (vault.ts): after a rotation, both nodes read what either seals", async () => {
    const { organizationId } = organization;
    const names = new Map<string, string>();
    const addOn = async (node: App, name: string) => {
      const cookie = await provedIn(node, await newPerson(world, organizationId));
      const created = await browse(node, {
        url: "/recipients",
        cookie,
        body: {
          name,
          emails: [],
          electronicRoutingInfo: {
            accountNumber: `55566677${String(names.size + 1).padStart(4, "0")}`,
            routingNumber: "021000021",
            electronicAccountType: "businessChecking",
          },
        },
      });
      assert.equal(created.status, 200, created.text);
      names.set(created.body.id, `55566677${String(names.size + 1).padStart(4, "0")}`);
    };
    for (const node of [here(), other]) await addOn(node, `Before ${names.size}`);
    await inTransaction((tx) => world.service.vault.rotateOrganizationKey(tx, organizationId, world.clock.now()));
    // The other node has missed the rotation, and still seals with the key that it knows.
    for (const node of [here(), other]) await addOn(node, `After ${names.size}`);
    assert.equal(names.size, 4);
    for (const node of [here(), other])
      for (const [id, accountNumber] of names) {
        const { body } = await call(node, `/recipient/${id}`);
        assert.equal(body.electronicRoutingInfo.accountNumber, accountNumber);
        assert.equal(await pay(node, { recipientId: id }), "200", "and pays to it");
      }
  });

  test("data keys (vault.ts) and what they opened (routing-details.ts): revoked ones open nothing, also nothing remembered", async () => {
    const customer = await world.newOrganization();
    await customer.deposit(customer.accountId, 1_000_000_00n);
    const { organizationId, recipientId, token } = customer;
    const subject = { organizationId, name: "Acme, Inc.", actor: operator };
    const paid = async (node: App) =>
      codeOf(await inject(node, token, payment(customer, { amount: (1000 + ++amounts) / 100 })));
    const shown = async (node: App) => {
      const { body } = await call(node, `/recipient/${recipientId}`, undefined, token);
      return String(body.electronicRoutingInfo?.accountNumber ?? "not shown");
    };
    await holdsWithinASecond({
      what: "payments of revoked keys",
      ask: paid,
      act: () => revokeKeys(world.service, subject, DAY_MS),
      answers: ["200", "403 organizationKeyRevoked"],
    });
    for (const node of [here(), other]) assert.equal(await shown(node), "not shown");
    await holdsWithinASecond({
      what: "restored keys",
      ask: shown,
      act: () => restoreKeys(world.service, subject),
      answers: ["not shown", "123456789"],
    });
  });

  test("bank details (routing-details.ts): changed ones are a new version, and paid to at once", async () => {
    const recipientId = await organization.newRecipient("Initech", "400000001111");
    await setSettings(world, organization.organizationId, { confirmBankDetailChanges: false });
    const paidTo = async (node: App) => {
      const call = payment(organization, { recipientId, amount: (500 + ++amounts) / 100 });
      const { body, text } = await inject(node, organization.token, call);
      return String(body.details?.electronicRoutingInfo?.accountNumber ?? text).slice(-4);
    };
    const electronicRoutingInfo = { accountNumber: "400000002222", routingNumber: "021000021" };
    const cookie = await provedIn(here(), await newPerson(world, organization.organizationId));
    await holdsAtOnce({
      what: "changed bank details",
      ask: paidTo,
      act: async () => {
        const changed = await browse(here(), {
          url: `/recipient/${recipientId}`,
          cookie,
          body: { electronicRoutingInfo: { ...electronicRoutingInfo, electronicAccountType: "businessChecking" } },
        });
        assert.equal(changed.status, 200, changed.text);
      },
      answers: ["1111", "2222"],
    });
  });

  test("the sandbox's clock (service-clock.ts)", async (t) => {
    const { database } = world.service;
    const [clock, otherClock] = [
      await openServiceClock(database, { mode: "sandbox", clock: "virtual" }),
      await openServiceClock(database, { mode: "sandbox", clock: "virtual" }),
    ];
    const job = refreshClockJob(otherClock);
    assert.ok(job.everyMs <= 500, "a pass begins and ends within a second, unless the machine is too busy for it");
    const following = startWorkers([job], world.service.log);
    t.after(() => following.stop());
    const later = plusMs(clock.now(), HOUR_MS);
    await clock.advanceTo(later);
    await eventually("the other node's clock follows", () => otherClock.now() >= later);
    assert.deepEqual(otherClock.now(), later);
  });

  test("what is not kept holds at once: webhooks, recipients, stopped accounts", async () => {
    const { organizationId } = organization;
    const count = (url: string, list: string) => async (node: App) => `${(await call(node, url)).body[list].length}`;
    await holdsAtOnce({
      what: "a webhook",
      ask: count("/webhooks", "webhooks"),
      act: () => call(here(), "/webhooks", { url: "http://127.0.0.1:1025/" }),
      answers: ["0", "1"],
    });
    const recipientId = await organization.newRecipient("Hooli", "400000003333");
    await holdsAtOnce({
      what: "a deleted recipient",
      ask: async (node) => codeOf(await call(node, `/recipient/${recipientId}`)),
      act: async () => {
        const deleted = await inject(here(), organization.token, {
          method: "DELETE",
          url: `/recipient/${recipientId}`,
        });
        assert.ok(deleted.status < 300, deleted.text);
      },
      answers: ["200", "404 resourceNotFound"],
    });
    const accountId = await organization.newAccount("Payroll");
    await organization.deposit(accountId, 1_000_00n);
    await holdsAtOnce({
      what: "a stopped account",
      ask: async (node) => {
        const call = payment(organization, { amount: (1000 + ++amounts) / 100 });
        return codeOf(await inject(node, organization.token, { ...call, url: `/account/${accountId}/transactions` }));
      },
      act: () =>
        inTransaction((tx) =>
          stopAccount(world.service, tx, {
            organizationId,
            ledgerAccountId: accountId as never,
            transactionId: undefined,
            problem: "for a test",
          }),
        ),
      answers: ["200", "503 ledgerInDoubt"],
    });
  });
});
