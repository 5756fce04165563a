import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { recordAudit } from "#records/audit";
import { auditAlarms, runAuditSealer, runAuditWatch, verifyAudit } from "#records/audit/trail";
import * as writer from "../../kit/faults/database-writer.queries.ts";
import { openWorldOfFile, operator, type TestOrganization } from "../../kit/service/full-app.ts";
import { pay } from "../../kit/worlds/pay.ts";

const world = await openWorldOfFile();

/** Law 25, other than attacks: alarms are visible, and a log from before numbering remains verifiable and protected. */
describe("law 25, alarms and older logs", () => {
  let organization: TestOrganization;
  before(async () => {
    // Keeps the alarms that this test raises out of its output.
    Object.assign(world.service.log, { error: () => undefined });
    organization = await world.newOrganization();
  });

  const sealAll = async () => {
    while ((await runAuditSealer(world.service)) > 0);
  };
  const record = (action: "recipient.update" | "recipient.delete") =>
    world.service.database.transaction((tx) =>
      recordAudit(world.service, tx, {
        organizationId: organization.organizationId,
        actor: operator,
        entries: [{ action, resourceType: "test", resourceId: "1" }],
      }),
    );
  const verify = () => verifyAudit(world.service, world.service.database, organization.organizationId);

  it("verifies rows from before numbering, and the numbered rows after them", async () => {
    await writer.forgetNumbers(world.owner(), organization.organizationId);
    // An upgraded service starts with an empty cache.
    Object.assign(world.service, { vault: { ...world.service.vault } });
    await sealAll();
    await record("recipient.update");
    await sealAll();
    await runAuditWatch(world.service, { nowMs: 0 });
    assert.deepEqual(auditAlarms(world.service), []);
    assert.deepEqual((await verify()).problems, []);
  });

  it("shows no alarm in /readyz and /metrics while there is none", async () => {
    assert.deepEqual((await world.app.api.inject({ url: "/readyz" })).json(), { status: "ready" });
    assert.match((await world.app.api.inject({ url: "/metrics" })).body, /^bursar_audit_problems 0$/m);
  });

  it("reports a row whose number was removed after numbering began", async () => {
    await record("recipient.delete");
    await writer.forgetLastNumber(world.owner(), organization.organizationId);
    await sealAll();
    assert.equal((await verify()).intact, false);
    const kinds = auditAlarms(world.service).map(({ problem }) => problem.kind);
    assert.ok(kinds.includes("rowNotNumbered"), kinds.join());
  });

  it("shows alarms in /metrics and in /readyz, which remains ready", async () => {
    const ready = await world.app.api.inject({ url: "/readyz" });
    assert.equal(ready.statusCode, 200);
    assert.match(ready.json().warnings[0], /audit log is in doubt/);
    assert.match((await world.app.api.inject({ url: "/metrics" })).body, /^bursar_audit_problems [1-9]\d*$/m);
  });

  it("goes through what is sealed again after a pause, and not before", async () => {
    const { organizationId } = await world.newOrganization();
    await sealAll();
    const watchAt = (seconds: number) => runAuditWatch(world.service, { nowMs: seconds * 1_000, roundEveryMs: 50_000 });
    const alarms = () => auditAlarms(world.service).filter((alarm) => alarm.organizationId === organizationId);
    await watchAt(1_000);
    const changed = await world.owner().run({
      text: "update audit_log set action = 'token.create' where organization_id = $1 and number is not null",
      values: [organizationId],
    });
    assert.ok(changed > 0);
    await watchAt(1_040);
    assert.deepEqual(alarms(), []);
    await watchAt(1_050);
    assert.notDeepEqual(alarms(), []);
  });

  it("still accepts payments", async () => {
    await organization.deposit(organization.accountId, 10_00n);
    assert.equal((await pay(world.service, organization)).length, 1);
  });
});
