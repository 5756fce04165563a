import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Refusal } from "#kernel/refusal.ts";
import type { Actor } from "#records/audit";
import { inject, openWorld, type TestWorld } from "#test/kit/service/full-app.ts";
import { newUser, paymentRequest } from "#test/kit/worlds/approvals.ts";
import type { AdminContext } from "./command.ts";
import { runAdminCommand } from "./commands.ts";

let world: TestWorld;
let context: AdminContext;
before(async () => {
  world = await openWorld();
  context = { service: world.service, sandbox: world.app.sandbox };
});
after(() => world.close());

const actor: Actor = { type: "operator", id: "somebody" };
const run = (command: string, input: unknown, within = context) => runAdminCommand(within, { command, input, actor });
const refuses = (code: string, work: Promise<unknown>) =>
  assert.rejects(work, (error) => error instanceof Refusal && error.code === code);

test("the organization is optional if there is one, and required if there are two", async () => {
  await refuses("organizationUnknown", run("token.list", {}));
  await run("org.create", { name: "First, Inc." });
  assert.deepEqual(await run("token.list", {}), []);
  await run("org.create", { name: "Second, Inc." });
  await refuses("organizationNotNamed", run("token.list", {}));
  assert.deepEqual(await run("token.list", { organization: "second, inc." }), []);
  await refuses("organizationUnknown", run("token.list", { organization: "Third, Inc." }));
  await run("org.create", { name: "Second, Inc." });
  await refuses("organizationUnknown", run("token.list", { organization: "Second, Inc." }));
});

test("records an operator's actions in the audit log under the operator's name", async () => {
  const { tokenId } = (await run("token.create", {
    organization: "First, Inc.",
    name: "audited",
    kind: "readOnly",
    scopes: [],
    allowlist: [],
  })) as { tokenId: string };
  await run("token.revoke", { organization: "First, Inc.", tokenId });
  const rows = await world.service.database.many<{ action: string; actor_type: string; actor_id: string }>({
    text: "select action, actor_type, actor_id from audit_log where resource_id = $1 order by audit_id",
    values: [tokenId],
  });
  assert.deepEqual(
    rows.map((row) => [row.action, row.actor_type, row.actor_id]),
    [
      ["token.create", "operator", "somebody"],
      ["token.revoke", "operator", "somebody"],
    ],
  );
});

test("simulates a user's approval, in the sandbox only", async () => {
  const organization = await world.newOrganization();
  await organization.deposit(organization.accountId, 100_00n);
  const userId = await newUser(world.service, organization, { email: "approver@example.com" });
  const ask = async () =>
    (await inject(world.app, organization.token, paymentRequest(organization))).body.requestId as string;
  const within = { organization: organization.organizationId };
  const approved = await run("sandbox.approve", { ...within, requestId: await ask() });
  assert.equal((approved as { status: string }).status, "approved");
  const rows = await world.service.database.many<{ actor_type: string; actor_id: string }>({
    text: "select actor_type, actor_id from audit_log where organization_id = $1 and action = 'approvalRequest.approve'",
    values: [organization.organizationId],
  });
  assert.deepEqual(rows, [{ actor_type: "user", actor_id: userId }]);
  const requestId = await ask();
  await refuses("noSuchApprover", run("sandbox.approve", { ...within, requestId, userEmail: "eve@example.com" }));
  await refuses("invalidRequest", run("sandbox.approve", { ...within, requestId: "1" }));
  await refuses("notASandbox", run("sandbox.approve", { requestId }, { service: world.service, sandbox: undefined }));
});

test("refuses unknown commands, invalid input, and sandbox commands in production mode", async () => {
  await refuses("unknownAdminCommand", run("org.delete", {}));
  await refuses("unknownAdminCommand", run("constructor", {}));
  await refuses("invalidRequest", run("org.create", { name: "A", color: "red" }));
  await refuses("invalidRequest", run("org.create", {}));
  await refuses(
    "invalidRequest",
    run("token.create", {
      organization: "First, Inc.",
      name: "x",
      kind: "readOnly",
      scopes: [],
      allowlist: ["nowhere"],
    }),
  );
  await refuses("notASandbox", run("sandbox.advance", { hours: 1 }, { service: world.service, sandbox: undefined }));
});

test("rotates keys while their organization pays", async () => {
  const { organizationId } = (await run("org.create", { name: "Turning, Inc." })) as { organizationId: string };
  const turned = (await run("key.rotate", { organization: organizationId })) as {
    organizations: { keyVersion: number }[];
  };
  assert.deepEqual(
    turned.organizations.map(({ keyVersion }) => keyVersion),
    [2],
  );
});
