import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { checkService } from "#administration/doctor/service-checks.ts";
import { present } from "#kernel/assert.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { newExchangeFolder, newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { passTime } from "../../kit/service/eventually.ts";
import { inject, openWorld, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";
import { browse, newPerson, provedIn, type TestPerson } from "../../kit/worlds/people.ts";

/** Payments that should have left in a file and did not, whatever was down: people are notified, and the payments leave. */
describe("missed cut-offs", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let ada: TestPerson;
  let folder: string;

  beforeEach(async () => {
    folder = newExchangeFolder();
    world = await openWorld();
    organization = await world.newOrganization();
    const { organizationId } = organization;
    await organization.deposit(organization.accountId, 1_000_000n);
    await connect({});
    ada = await newPerson(world, organizationId);
    await pay(world.service, organization, { count: 3, amountMinor: 5_000n });
  });
  afterEach(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const connect = async (settings: object) => {
    await newLiveConnection(world.service, organization, {
      settings: { channel: { folder }, ...settings },
    });
  };
  const at = (day: string, time: string) => world.setTime(day, time);
  const run = (...names: readonly string[]) =>
    acrossOrganizations(() => runUntilIdle(world.app.jobs.filter(({ name }) => names.includes(name))));
  const all = () => run("hand-over", "file-rails", "bank-files", "bank-answers");
  const sent = () => readdirSync(join(folder, "outbox"));
  const alerts = async (): Promise<string[]> => {
    const { emails } = (await inject(world.app, organization.token, { url: "/sandbox/emails" })).body;
    return emails.flatMap(({ kind, subject }: { kind: string; subject: string }) =>
      kind === "bankFileAlert" && subject.includes("missed") ? [subject] : [],
    );
  };
  /** What Home, metrics, and `bursar doctor` count. */
  const late = async () => {
    const home = await browse(world.app, { url: "/overview", cookie: await provedIn(world.app, ada) });
    const metrics = (await inject(world.app, "", { url: "/metrics" })).text;
    const { config, database } = world.service;
    const findings = await checkService({ config, database, keys: () => Promise.resolve(world.service.vault) });
    const finding = present(
      findings.find(({ check }) => check === "bank files"),
      "the doctor examines bank files",
    );
    return {
      home: home.body.bankFiles.latePayments,
      metric: Number(/bursar_payments_late (\d+)/.exec(metrics)?.[1]),
      doctor: Number(/(\d+) payments missed the bank's cut-off/.exec(finding.found)?.[1] ?? 0),
      level: finding.level,
    };
  };
  const nobody = { home: 0, metric: 0, doctor: 0, level: "ok" };
  const three = { home: 3, metric: 3, doctor: 3, level: "critical" };
  const missed = ["3 ACH payments missed the bank's cut-off"];

  test("payments that leave in time are no alarm", async () => {
    at("2026-11-20", "18:30");
    await all();
    assert.equal(sent().length, 1);
    assert.deepEqual([await alerts(), await late()], [[], nobody]);
  });

  test("no file was written in time: the payments leave in the next one, and administrators know", async () => {
    at("2026-11-20", "18:30");
    await run("hand-over");
    at("2026-11-20", "19:30");
    await all();
    assert.deepEqual([sent(), await alerts()], [[], missed]);
    assert.deepEqual(await late(), three);
    const { id } = (await inject(world.app, organization.token, { url: "/sandbox/emails" })).body.emails[0];
    const { text } = (await inject(world.app, organization.token, { url: `/sandbox/emails/${id}` })).body;
    assert.match(text, /\$150\.00/);
    assert.match(text, /November 20, 2026 at 6:30 PM/);
    assert.match(text, /November 23, 2026 at \d+:30 [AP]M/);
    at("2026-11-23", "18:30");
    await all();
    assert.equal(sent().length, 1);
    assert.deepEqual([await alerts(), await late()], [missed, nobody]);
  });

  test("payments were handed over after the time of their file", async () => {
    at("2026-11-20", "21:00");
    await all();
    assert.deepEqual([sent(), await alerts(), await late()], [[], missed, three]);
    at("2026-11-23", "18:30");
    await all();
    assert.equal(sent().length, 1);
    assert.deepEqual([await alerts(), await late()], [missed, nobody]);
  });

  test("a file that was planned in time, and not written, leaves with the next window's dates", async () => {
    at("2026-11-20", "18:30");
    await run("hand-over");
    const store = world.service.vault.seal;
    world.service.vault.seal = () => Promise.reject(new Error("no keys"));
    await run("file-rails");
    world.service.vault.seal = store;
    at("2026-11-20", "19:30");
    // After a failure, the organization's work rests for a moment.
    passTime(60_000);
    await all();
    assert.deepEqual([sent(), await alerts()], [[], missed]);
    at("2026-11-23", "18:30");
    await all();
    assert.deepEqual([sent().length, await late()], [1, nobody]);
  });

  test("a file that cannot be written while the service runs is known after a quarter of an hour", async () => {
    const name = "Acme, Inc.";
    const railSettings = { debtorAgentRoutingNumber: "021000021", debtorName: name, initiatingPartyName: name };
    await connect({ rail: "wire", railSettings });
    at("2026-11-20", "18:30");
    await all();
    const wire = () => pay(world.service, organization, { method: "domesticWire", amountMinor: 7_000n });
    at("2026-11-23", "11:00");
    await wire();
    await all();
    at("2026-11-23", "11:02");
    await all();
    assert.equal(sent().length, 2);
    await world.owner().run(sql`update file_sequences set next_file = next_file + 100`);
    await wire();
    await all();
    at("2026-11-23", "11:04");
    await all();
    assert.deepEqual(await alerts(), []);
    at("2026-11-23", "11:20");
    for (let times = 0; times < 2; times += 1) {
      passTime(60_000);
      await all();
    }
    assert.deepEqual([sent().length, await alerts()], [2, ["A wire missed the bank's cut-off"]]);
    assert.equal((await late()).metric, 1);
  });
});
