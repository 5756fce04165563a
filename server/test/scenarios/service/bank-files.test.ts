import assert from "node:assert/strict";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type BankConnection, moveConnection, testConnection } from "#bank/exchange";
import { MINUTE_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { newBankFile, newFileInDoubt } from "../../kit/bank-files/new-bank-file.ts";
import { newExchangeFolder, newFolderConnection, unsentOf } from "../../kit/banks/bank-connections.ts";
import { inject, openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { browse, newPerson, provedIn } from "../../kit/worlds/people.ts";
import { confirm } from "../../kit/worlds/two-people.ts";

describe("files over a folder connection", () => {
  const folder = newExchangeFolder();
  let world: TestWorld;
  let organization: TestOrganization;
  let connection: BankConnection;
  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    await newPerson(world, organization.organizationId, { role: "administrator" });
    connection = await newFolderConnection(world.service, organization, { settings: { channel: { folder } } });
    const { connectionId } = connection;
    await testConnection(world.service, { ...organization, connectionId, actor: operator });
    await move("rehearse");
  });
  after(async () => {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  });

  const move = (trigger: "rehearse" | "goLive") =>
    moveConnection(world.service, {
      ...organization,
      connectionId: connection.connectionId,
      trigger,
      ...unsentOf(world.service),
      actor: operator,
    });
  const get = async (url: string) => inject(world.app, organization.token, { url });
  /** The service's own job, at a time when the inbox is due. */
  const work = async () => {
    world.clock.set(plusMs(world.clock.now(), 2 * MINUTE_MS));
    for (const { name, run } of world.app.jobs) if (name === "bank-files") while ((await acrossOrganizations(run)) > 0);
  };
  const outbox = () => readdir(join(folder, "outbox")).catch(() => []);
  /** As a bank does it: under another name first. */
  const deliver = async (name: string, content: string) => {
    await writeFile(join(folder, `${name}.tmp`), content);
    await rename(join(folder, `${name}.tmp`), join(folder, "inbox", name));
  };

  test("a written file waits while the connection rehearses, and leaves when it is live", async () => {
    const text = "101 091000019 1234567890";
    const { connectionId } = connection;
    const fileId = await newBankFile(world.service, organization.organizationId, { text, connectionId });
    await work();
    assert.deepEqual(await outbox(), []);
    await move("goLive");
    await work();
    const { body } = await get(`/bank-files/${fileId}`);
    assert.deepEqual(
      [body.state, body.direction, body.rail, body.format, body.transactions, body.bytes, body.payments.length],
      ["sent", "out", "ach", "nacha", 1, text.length, 1],
    );
    assert.deepEqual(await outbox(), [body.name]);
    assert.equal(await readFile(join(folder, "outbox", body.name), "utf8"), text);
    const content = await get(`/bank-files/${fileId}/content`);
    assert.equal(content.text, text);
  });

  test("a file that nobody can read is set aside, listed, counted, and reported to administrators", async () => {
    await deliver("greetings.txt", "Dear customer");
    await work();
    const { body } = await get("/bank-files?direction=in");
    assert.deepEqual(
      body.files.map((file: { name: string; state: string }) => [file.name, file.state]),
      [["greetings.txt", "quarantined"]],
    );
    assert.match(body.files[0].reason, /none of the formats/);
    const { emails } = (await get("/sandbox/emails")).body;
    const alerts = emails.filter((email: { kind: string }) => email.kind === "bankFileAlert");
    assert.deepEqual(
      alerts.map((email: { subject: string }) => email.subject),
      ["A file from the bank was set aside: greetings.txt"],
    );
    const metrics = (await inject(world.app, "", { url: "/metrics" })).text;
    assert.match(metrics, /bursar_bank_files_total\{direction="in",state="quarantined"\} 1/);
    assert.match(metrics, /bursar_bank_files_attention\{problem="quarantined"\} 1/);
    await deliver("greetings-again.txt", "Dear customer");
    await work();
    assert.equal((await get("/bank-files?state=repeated")).body.files.length, 1);
  });

  test("an administrator decides about a file; sending one again takes two", async () => {
    const { organizationId } = organization;
    const fileId = await newFileInDoubt(world.service, organizationId);
    const waiting = async () => (await get("/bank-files?attention=true")).body.files;
    assert.deepEqual(
      (await waiting()).map((file: { state: string }) => file.state),
      ["inDoubt", "quarantined"],
    );
    const [asAda, asBen] = [
      await provedIn(world.app, await newPerson(world, organizationId)),
      await provedIn(world.app, await newPerson(world, organizationId)),
    ];
    const decide = (cookie: string, decision: string, id: string = fileId) =>
      browse(world.app, { url: `/bank-files/${id}/decision`, body: { decision }, cookie });
    const proposed = await decide(asAda, "resend");
    assert.equal(proposed.status, 202, proposed.text);
    assert.equal((await get(`/bank-files/${fileId}`)).body.state, "inDoubt");
    const { changes } = (await browse(world.app, { url: "/control-changes", cookie: asBen })).body;
    assert.match(changes[0].summary, /^Send the bank file "new-\d+\.ach" with 1 payment again/);
    assert.equal((await confirm(world.app, proposed.body.changeId, asAda)).body.errors.errorCode, "ownControlChange");
    assert.equal((await confirm(world.app, proposed.body.changeId, asBen)).body.status, "applied");
    assert.equal((await get(`/bank-files/${fileId}`)).body.state, "written");
    const late = await decide(asAda, "markSent");
    assert.equal(late.body.errors.errorCode, "bankFileNotInDoubt");

    const other = await newFileInDoubt(world.service, organizationId);
    const again = await decide(asAda, "resend", other);
    assert.equal((await decide(asBen, "markSent", other)).body.state, "sent");
    const overtaken = await confirm(world.app, again.body.changeId, asBen);
    assert.equal(overtaken.body.status, "overtaken", "another person learned that the bank has it");
    const [quarantined] = await waiting();
    assert.equal((await decide(asBen, "dismiss", quarantined.id)).body.state, "dismissed");
    assert.deepEqual(await waiting(), []);
  });
});
