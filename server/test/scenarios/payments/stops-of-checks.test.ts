import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { ShownCheck } from "#administration/commands/banks/check-commands.ts";
import { runAdminCommand } from "#administration/commands/commands.ts";
import { endRehearsalOf } from "#administration/end-rehearsal.ts";
import type { BankFileId } from "#bank/exchange";
import { changeConnection } from "#bank/exchange";
import { applyVoidStatuses } from "#bank/file-rails/checks/reports/apply-void-statuses.ts";
import type { ReceivedStatuses } from "#bank/file-rails/checks/reports/received-statuses.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { TransactionId } from "#kernel/values/ids.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { newPrintedCheck } from "../../kit/bank-files/new-check.ts";
import { newExchangeFolder, newLiveConnection } from "../../kit/banks/bank-connections.ts";
import { CHECK_ACCOUNT, checkSettings } from "../../kit/banks/check-bank.ts";
import { openWorld, operator, type TestOrganization, type TestWorld } from "../../kit/service/full-app.ts";

/** Checks can be cashed for months, so their stops must work after the company has changed its bank connections. */
describe("stops of checks", () => {
  let world: TestWorld;
  let organization: TestOrganization;
  let connection: Awaited<ReturnType<typeof newLiveConnection>>;
  const folder = newExchangeFolder();

  before(async () => {
    world = await openWorld();
    organization = await world.newOrganization();
    connection = await newLiveConnection(world.service, organization, {
      settings: { rail: "check", railSettings: checkSettings, channel: { folder } },
    });
    const accountIds = [await organization.newAccount("Payroll")];
    await changeConnection(world.service, {
      ...connection,
      change: { accountIds },
      endRehearsal: endRehearsalOf(world.service),
    });
  });
  after(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const work = () =>
    acrossOrganizations(() =>
      runUntilIdle(world.app.jobs.filter(({ name }) => name === "file-rails" || name === "bank-files")),
    );
  const operate = (command: string, transactionId: TransactionId) =>
    runAdminCommand(
      { service: world.service, sandbox: undefined },
      { command, input: { organization: organization.organizationId, transactionId }, actor: operator },
    );
  const shown = async (transactionId: TransactionId) => {
    const check = (await operate("checks.show", transactionId)) as ShownCheck;
    return [check.state, check.stop?.state, check.stop?.reason];
  };

  test("over a connection that was removed, a person tells the bank, and enters its confirmation", async () => {
    const { transactionId } = await newPrintedCheck(world.service, organization);
    await operate("checks.stop", transactionId);
    await work();
    assert.deepEqual(await shown(transactionId), ["numbered", "manual", null]);
    await operate("checks.confirmStop", transactionId);
    assert.deepEqual(await shown(transactionId), ["stopped", "accepted", null]);
  });

  test("over a connection that serves other accounts by now, the stop goes to the bank", async () => {
    const { connectionId } = connection;
    const { organizationId } = organization;
    const [first, second] = [
      await newPrintedCheck(world.service, organization, { connectionId }),
      await newPrintedCheck(world.service, organization, { connectionId }),
    ];
    for (const { transactionId } of [first, second]) await operate("checks.stop", transactionId);
    await work();
    assert.deepEqual(await shown(first.transactionId), ["numbered", "reported", null]);
    assert.equal(readdirSync(join(folder, "outbox")).length, 1);

    const { file_id: voidFileId } = await world.service.database.one<{ file_id: BankFileId }>(sql`
      select distinct file_id from check_voids where organization_id = ${organizationId} and state = 'reported'`);
    const answered = (checkNumber: bigint, outcome: "mailed" | "rejected") => {
      const answer = { accountNumber: CHECK_ACCOUNT, checkNumber, outcome, code: "CK-PRINT", text: "Paid before" };
      const received = { organizationId, verdict: "accepted", code: undefined, checks: [answer], fileId: voidFileId };
      const files = { accept: async () => 1 };
      return world.service.database.transaction((tx) =>
        applyVoidStatuses(
          { service: world.service, files } as never,
          tx,
          { ...received, fileName: "voids.txt", messageId: "1", connection: {} } as unknown as ReceivedStatuses,
          voidFileId,
        ),
      );
    };
    await assert.rejects(answered(first.checkNumber, "mailed"), /as mailed or settled, but the file voids it/);
    assert.deepEqual(await shown(second.transactionId), ["numbered", "reported", null], "nothing was applied");
    await answered(first.checkNumber, "rejected");
    assert.deepEqual(await shown(first.transactionId), ["numbered", "refused", "Paid before"]);
    assert.deepEqual(await shown(second.transactionId), ["stopped", "accepted", null], "it was not named");
  });
});
