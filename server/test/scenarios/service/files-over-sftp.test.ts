import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { endRehearsalOf } from "#administration/end-rehearsal.ts";
import { type BankConnection, changeConnection, moveConnection, storeContent, testConnection } from "#bank/exchange";
import { writeFiles } from "#bank/exchange/sending/write-file.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { newFolderConnection, unsentOf } from "../../kit/banks/bank-connections.ts";
import { findOpenSsh, type OpenSshServer, startOpenSsh } from "../../kit/banks/openssh-server.ts";
import { openFaultyLink } from "../../kit/faults/faulty-link.ts";
import { inject, openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";
import { refusedWith } from "../../kit/service/received-refusals.ts";

const sshd = findOpenSsh();

/** The whole way of a file: stored by the service, sent by its own job over SFTP to OpenSSH, and back. */
describe("files over SFTP", { skip: sshd.skip }, () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let server: OpenSshServer;
  before(async () => {
    if (sshd.skip === false) server = await startOpenSsh(sshd.path);
    world = await openWorld();
    organization = await world.newOrganization();
  });
  after(async () => {
    await world?.close();
    await server?.stop();
  });

  const ids = ({ organizationId, connectionId }: BankConnection) => ({ organizationId, connectionId, actor: operator });
  const move = (connection: BankConnection, trigger: "rehearse" | "goLive" | "remove") =>
    moveConnection(world.service, { ...ids(connection), trigger, ...unsentOf(world.service) });
  /** Runs the service's own job, as its worker does. */
  const exchange = async () => {
    for (const { name, run } of world.app.jobs) if (name === "bank-files") await run();
  };
  const newFile = async (connection: BankConnection, name: string, text: string) => {
    const { organizationId, connectionId, rail } = connection;
    const content = await storeContent(
      world.service,
      organizationId,
      (async function* () {
        yield Buffer.from(text);
      })(),
    );
    const file = { connectionId, rail, format: "nacha", name, content, payments: [] } as const;
    return acrossOrganizations(() =>
      world.service.database.transaction((tx) => writeFiles(world.service, tx, organizationId, [file])),
    );
  };
  const stateOf = async (name: string) => {
    const { body } = await inject(world.app, organization.token, { url: "/bank-files" });
    return body.files.find((file: { name: string }) => file.name === name)?.state;
  };

  it("arrive at the bank once the connection is live, and the bank's files arrive here", async () => {
    const [upload, download] = [join(server.root, "inbound"), join(server.root, "outbound")];
    mkdirSync(upload);
    mkdirSync(download);
    const channel = {
      host: "127.0.0.1",
      port: server.port,
      user: server.user,
      hostKeys: [server.hostKeys.ed25519],
      uploadDirectory: upload,
      downloadDirectory: download,
    };
    const connection = await newFolderConnection(world.service, organization, {
      settings: { kind: "sftp", channel },
      secrets: { privateKey: server.privateKey },
    });
    const { passed, steps } = await testConnection(world.service, ids(connection));
    assert.equal(passed, true, JSON.stringify(steps));
    await move(connection, "rehearse");
    await move(connection, "goLive");
    await newFile(connection, "ach-1.txt", "101 the first file");
    writeFileSync(join(download, "unknown.txt"), "something that no handler knows");
    await exchange();
    assert.equal(await stateOf("ach-1.txt"), "sent");
    assert.deepEqual(readdirSync(upload), ["ach-1.txt"]);
    assert.equal(readFileSync(join(upload, "ach-1.txt"), "utf8"), "101 the first file");
    assert.equal(await stateOf("unknown.txt"), "quarantined");
    assert.deepEqual(readdirSync(download), ["unknown.txt"]);
  });

  it("wait while the bank cannot be reached, and keep the connection from being removed", async (t) => {
    const link = await openFaultyLink(server.port);
    t.after(() => link.close());
    const accountId = await organization.newAccount("Payroll");
    const [upload, download] = [join(server.root, "inbound-2"), join(server.root, "outbound-2")];
    mkdirSync(upload);
    mkdirSync(download);
    const channel = {
      host: "127.0.0.1",
      port: link.port,
      user: server.user,
      hostKeys: [server.hostKeys.ed25519],
      uploadDirectory: upload,
      downloadDirectory: download,
      timeoutSeconds: 5,
    };
    const connection = await newFolderConnection(
      world.service,
      { ...organization, accountId },
      { settings: { kind: "sftp", channel }, secrets: { privateKey: server.privateKey } },
    );
    await testConnection(world.service, ids(connection));
    await move(connection, "rehearse");
    await move(connection, "goLive");
    await newFile(connection, "ach-2.txt", "101 the second file");
    link.fail("cut", 0);
    await exchange();
    assert.equal(await stateOf("ach-2.txt"), "written");
    await assert.rejects(move(connection, "remove"), refusedWith("bankConnectionHasFiles"));

    // The bank moves to another port. Files that wait use the changed settings.
    await changeConnection(world.service, {
      ...ids(connection),
      change: { channel: { port: server.port } },
      endRehearsal: endRehearsalOf(world.service),
    });
    world.clock.set(new Date(world.clock.now().getTime() + 10 * 60_000));
    await exchange();
    assert.equal(await stateOf("ach-2.txt"), "sent");
    assert.equal(readFileSync(join(upload, "ach-2.txt"), "utf8"), "101 the second file");
    await move(connection, "remove");
  });
});
