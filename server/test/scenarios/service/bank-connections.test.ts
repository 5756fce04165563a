import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { endRehearsalOf } from "#administration/end-rehearsal.ts";
import { changeConnection, moveConnection, readSignature, testConnection } from "#bank/exchange";
import { findServingConnection, listActiveConnections } from "#bank/exchange/connections/read-connections.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import {
  achSettings,
  newExchangeFolder,
  newFolderConnection,
  sftpSettings,
  unsentOf,
} from "../../kit/banks/bank-connections.ts";
import { signaturePng } from "../../kit/banks/signature.ts";
import { inject, openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { refusedWith } from "../../kit/service/received-refusals.ts";
import { newPerson } from "../../kit/worlds/people.ts";

const fieldsOf = (error: unknown): readonly string[] => {
  assert.ok(error instanceof Error && "details" in error, String(error));
  const { fields } = error.details as { fields: readonly { path: string; message: string }[] };
  return fields.map(({ path, message }) => `${path} ${message}`);
};
const problems = (expected: readonly (string | RegExp)[]) => (error: unknown) => {
  const found = fieldsOf(error);
  // Where an expression is wanted, the text that fits it is.
  assert.deepEqual(
    found,
    expected.map((text, index) => (typeof text === "string" || !text.test(found[index] ?? "") ? text : found[index])),
  );
  return true;
};

describe("bank connections", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
  });
  after(() => world.close());

  const of = (connectionId: string) => ({ organizationId: organization.organizationId, connectionId, actor: operator });
  const move = (connectionId: string, trigger: "rehearse" | "goLive" | "remove") =>
    moveConnection(world.service, { ...of(connectionId), trigger, ...unsentOf(world.service) });
  const newAccount = async () => ({
    organizationId: organization.organizationId,
    accountId: await organization.newAccount("Operating"),
  });

  it("go live step by step: a test, a rehearsal, another test after each change", async () => {
    const { service } = world;
    const account = await newAccount();
    const { connectionId, state } = await newFolderConnection(service, account);
    assert.equal(state, "draft");
    const serving = () => findServingConnection(service.database, account.organizationId, { ...account, rail: "ach" });
    const stateServing = async () => (await serving())?.state;
    assert.equal(await stateServing(), undefined);

    await assert.rejects(move(connectionId, "goLive"), refusedWith("bankConnectionInState"));
    await assert.rejects(move(connectionId, "rehearse"), refusedWith("bankConnectionNotTested"));
    assert.equal((await testConnection(service, of(connectionId))).passed, true);
    await move(connectionId, "rehearse");
    assert.equal(await stateServing(), "rehearsal");

    await changeConnection(service, {
      ...of(connectionId),
      change: { railSettings: { companyName: "Acme Payroll" } },
      endRehearsal: endRehearsalOf(world.service),
    });
    await assert.rejects(move(connectionId, "goLive"), refusedWith("bankConnectionNotTested"));
    await testConnection(service, of(connectionId));
    await move(connectionId, "goLive");
    assert.equal(await stateServing(), "live");
    const active = await acrossOrganizations(() => listActiveConnections(service.database));
    assert.deepEqual(
      active.map((connection) => [connection.connectionId, connection.state, connection.accountIds]),
      [[connectionId, "live", [account.accountId]]],
    );
    const live = await serving();
    assert.ok(live?.rail === "ach");
    assert.deepEqual([live.railSettings.companyName, live.railSettings.lineEnding], ["Acme Payroll", "crlf"]);
    await assert.rejects(move(connectionId, "rehearse"), refusedWith("bankConnectionInState"));

    await move(connectionId, "remove");
    assert.equal(await stateServing(), undefined);
    await assert.rejects(move(connectionId, "remove"), refusedWith("resourceNotFound"));
    await assert.rejects(testConnection(service, of(connectionId)), refusedWith("resourceNotFound"));
  });

  it("carry each account's payments of a rail at most once, and need an account to be used", async () => {
    const { service } = world;
    const [first, second] = [await newAccount(), await newAccount()];
    const connection = await newFolderConnection(service, first, { accountIds: [first.accountId, second.accountId] });
    await assert.rejects(newFolderConnection(service, second), refusedWith("accountHasBankConnection"));
    await changeConnection(service, {
      ...of(connection.connectionId),
      change: { accountIds: [first.accountId] },
      endRehearsal: endRehearsalOf(world.service),
    });
    const other = await newFolderConnection(service, second);
    await assert.rejects(
      changeConnection(service, {
        ...of(connection.connectionId),
        change: { accountIds: [first.accountId, second.accountId] },
        endRehearsal: endRehearsalOf(world.service),
      }),
      refusedWith("accountHasBankConnection"),
    );
    await changeConnection(service, {
      ...of(other.connectionId),
      change: { accountIds: [] },
      endRehearsal: endRehearsalOf(world.service),
    });
    await testConnection(service, of(other.connectionId));
    await assert.rejects(move(other.connectionId, "rehearse"), refusedWith("bankConnectionWithoutAccount"));
    const treasury = await organization.newAccount("Reserve", "treasury");
    await assert.rejects(
      changeConnection(service, {
        ...of(other.connectionId),
        change: { accountIds: [treasury, "018f3c1e-0000-7000-8000-000000000000" as typeof treasury] },
        endRehearsal: endRehearsalOf(world.service),
      }),
      problems([
        "accountIds Reserve cannot send payments",
        "accountIds 018f3c1e-0000-7000-8000-000000000000 is not an account of the organization",
      ]),
    );
  });

  it("list every problem with their settings at once, with the place of each", async () => {
    const account = await newAccount();
    const { companyName: _, ...missing } = achSettings;
    const railSettings = {
      ...missing,
      odfiRoutingNumber: "021000022",
      nextDayCutOffs: ["18:30", "9:00"],
      sameDayLimit: 1_000_000.01,
      fileName: "ach.txt",
      favoriteColor: "green",
    };
    const channel = { folder: "relative/path", temporarySuffix: "" };
    await assert.rejects(
      newFolderConnection(world.service, account, {
        settings: { railSettings, channel, firstDays: { until: "tomorrow", perPayment: 0, perDay: 5 } },
      }),
      problems([
        "railSettings.companyName is required",
        "railSettings.favoriteColor is not a setting of this kind of connection",
        "railSettings.nextDayCutOffs.1 must be a time, such as 18:30",
        "railSettings.sameDayLimit must be at most 1000000",
        "channel.folder must be an absolute path",
        "channel.temporarySuffix must not be empty, or the bank could read a file that is still being written",
        "firstDays.until must be a date, such as 2026-12-31",
        "firstDays.perPayment must be at least 0.01",
      ]),
    );
    await assert.rejects(
      newFolderConnection(world.service, account, {
        settings: {
          railSettings: {
            ...achSettings,
            odfiRoutingNumber: "021000022",
            sameDayLimit: 0.015,
            fileName: "ach.txt",
            nextDayCutOffs: ["18:30", "09:00"],
          },
        },
      }),
      problems([
        "railSettings.sameDayLimit must be an amount in dollars with at most two decimals",
        "railSettings.odfiRoutingNumber The routing number's check digit is wrong: one of its digits is mistyped.",
        "railSettings.fileName must contain {number}, so that names are never used twice",
        "railSettings.nextDayCutOffs must be different times, from the earliest to the latest",
      ]),
    );
  });

  it("take texts that ACH files can carry, and keep the words that the Nacha rules reserve", async () => {
    const add = async (railSettings: object) =>
      newFolderConnection(world.service, await newAccount(), {
        settings: { railSettings: { ...achSettings, ...railSettings } },
      });
    await assert.rejects(
      add({ companyEntryDescription: "PURCHASE" }),
      problems([
        "railSettings.companyEntryDescription must not be PURCHASE, which the Nacha rules reserve for other entries than payments",
      ]),
    );
    await assert.rejects(
      add({ companyDiscretionaryData: "Straße" }),
      problems([/companyDiscretionaryData must match/]),
    );
    await assert.rejects(
      add({ individualIdentificationNumber: "0123456789012345" }),
      problems([/at most 15 characters/]),
    );
  });

  it("sign checks with a PNG image that can be drawn, on connections for checks only", async () => {
    const settings = {
      rail: "check",
      railSettings: { bankName: "First Example Bank", fractionalRoutingNumber: "12-3456/7890" },
    };
    const add = async (signature: Buffer, of: object = settings) =>
      newFolderConnection(world.service, await newAccount(), {
        settings: of,
        secrets: { signatureImage: signature.toString("base64") },
      });
    const path = "secrets.signatureImage";
    const damaged = `${path} must be a PNG image that is not damaged`;
    await assert.rejects(add(Buffer.from("GIF89a")), problems([damaged]));
    await assert.rejects(add(signaturePng().subarray(0, 20)), problems([damaged]));
    await assert.rejects(add(Buffer.alloc(49 * 1024)), problems([/at most 48 KB/]));
    await assert.rejects(add(signaturePng(), {}), problems([`${path} is used on checks only`]));
    await assert.rejects(
      add(signaturePng(), { ...settings, railSettings: { ...settings.railSettings, fractionalRoutingNumber: "7890" } }),
      problems([/^railSettings\.fractionalRoutingNumber must match/]),
    );
    const { connectionId, ...shown } = await add(signaturePng());
    const image = await readSignature(world.service, world.service.database, {
      organizationId: organization.organizationId,
      connectionId,
    });
    assert.deepEqual(image, signaturePng());
    assert.ok(!JSON.stringify(shown).includes(signaturePng().toString("base64")), "shown nowhere");
    await changeConnection(world.service, {
      ...of(connectionId),
      change: { secrets: { signatureImage: null } },
      endRehearsal: endRehearsalOf(world.service),
    });
    assert.equal(
      await readSignature(world.service, world.service.database, {
        organizationId: organization.organizationId,
        connectionId,
      }),
      undefined,
    );
  });

  it("check secrets when they are entered, and repeat none of them", async () => {
    const account = await newAccount();
    const sftp = {
      kind: "sftp",
      channel: sftpSettings,
    };
    const secret = "correct horse battery staple";
    const add = (secrets: Record<string, string>, settings: object = sftp) =>
      newFolderConnection(world.service, account, { settings, secrets });
    await assert.rejects(add({}), problems(["secrets.privateKey is required, or a password"]));
    await assert.rejects(
      add({ privateKey: secret }),
      problems(["secrets.privateKey cannot be read: its format or its passphrase is wrong"]),
    );
    await assert.rejects(
      add({ password: secret, passphrase: "x" }),
      problems(["secrets.passphrase belongs to a private key"]),
    );
    await assert.rejects(add({ password: secret }, {}), problems(["secrets.password is used with SFTP only"]));
    const { connectionId } = await add({ password: secret });
    await changeConnection(world.service, {
      ...of(connectionId),
      change: { channel: { port: 2222 } },
      endRehearsal: endRehearsalOf(world.service),
    });
    const rows = await world.owner().many<{ text: string }>({
      text: "select t::text as text from bank_connections t union all select t::text from audit_log t union all select t::text from mails t",
      values: [],
    });
    assert.ok(rows.length > 3);
    assert.deepEqual(
      rows.filter(({ text }) => text.includes(secret)),
      [],
    );
    const listed = await inject(world.app, organization.token, { url: "/bank-connections" });
    assert.equal(listed.text.includes(secret), false);
    assert.ok(listed.text.includes("acme@sftp.bank.example:2222"));
  });

  it("tell every user who manages the organization, and nobody else", async () => {
    const own = await world.newOrganization();
    await newPerson(world, own.organizationId, { role: "administrator", email: "ada@acme.example" });
    await newPerson(world, own.organizationId, { role: "bookkeeper", email: "ben@acme.example" });
    const { connectionId } = await newFolderConnection(world.service, own);
    await changeConnection(world.service, {
      organizationId: own.organizationId,
      connectionId,
      actor: operator,
      change: { channel: { folder: newExchangeFolder() } },
      endRehearsal: endRehearsalOf(world.service),
    });
    const mails = await world.owner().many<{ recipient: string }>({
      text: "select recipient from mails where organization_id = $1 and kind = 'securityNotice' and recipient like '%@acme.example'",
      values: [own.organizationId],
    });
    assert.deepEqual(
      mails.map(({ recipient }) => recipient),
      ["ada@acme.example", "ada@acme.example"],
    );
  });

  it("are tested over the API: what fails is in the answer, and nothing is written", async () => {
    const account = await newAccount();
    const folder = newExchangeFolder();
    const { connectionId } = await newFolderConnection(world.service, account, { settings: { channel: { folder } } });
    mkdirSync(join(folder, "inbox"));
    writeFileSync(join(folder, "inbox", "return.txt"), "x");
    const test = (key: string) =>
      inject(world.app, organization.token, {
        url: `/bank-connections/${connectionId}/test`,
        body: { idempotencyKey: key },
      });
    const passed = await test("first");
    assert.equal(passed.status, 200, passed.text);
    assert.equal(passed.body.passed, true);
    assert.deepEqual(passed.body.steps.at(-1), {
      step: "writePermission",
      outcome: "passed",
      detail: `This process may write to ${folder}/outbox`,
    });
    assert.deepEqual(readdirSync(join(folder, "outbox")), []);
    await changeConnection(world.service, {
      ...of(connectionId),
      change: { channel: { folder: "/dev/null/none" } },
      endRehearsal: endRehearsalOf(world.service),
    });
    const failed = await test("second");
    assert.equal(failed.body.passed, false);
    assert.equal(failed.body.steps[0].step, "connect");
    // A repeated key gets the first response, and connects to no bank.
    assert.deepEqual((await test("first")).body, passed.body);
    const { body } = await inject(world.app, organization.token, { url: "/bank-connections" });
    const listed = body.bankConnections.find(({ id }: { id: string }) => id === connectionId);
    assert.deepEqual([listed.state, listed.testedAt], ["draft", null]);
    assert.equal(existsSync("/dev/null/none"), false);
  });

  it("have a simulated bank in the sandbox only", async (t) => {
    const production = await openWorld({ mode: "production" });
    t.after(() => production.close());
    const own = await production.newOrganization();
    const settings = { kind: "simulated", channel: {} };
    await assert.rejects(
      newFolderConnection(production.service, own, { settings }),
      refusedWith("simulatedBankInProduction"),
    );
    const { connectionId } = await newFolderConnection(world.service, await newAccount(), { settings });
    const { passed, steps } = await testConnection(world.service, of(connectionId));
    assert.deepEqual([passed, steps[0]?.step], [false, "connect"]);
  });
});
