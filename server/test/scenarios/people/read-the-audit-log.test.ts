/** A controller reads the audit log: sentences with the names of things, filters from lists, and a file of what is shown. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Queryable } from "#kernel/sql/database.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { listAuditRows } from "#records/audit/trail/list-audit.queries.ts";
import { readableEntries } from "#records/audit/trail/sentences/render-entries.ts";
import { nameActors } from "#records/people";
import { rowsOf } from "../../../../tools/kit/spreadsheet.ts";
import { sheetsOf } from "../../kit/files/workbook.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { decide, newUser, paymentRequest } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly sentence: readonly {
    readonly text: string;
    readonly resourceType: string | null;
    readonly resourceId: string;
  }[];
  readonly changes: readonly {
    readonly label: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  readonly hash: string;
}

/** The newest entries. */
const newest = (limit: number) =>
  ({ condition: sql`true`, order: sql`audit_id desc`, limit }) as unknown as Parameters<typeof listAuditRows>[2];

const textOf = ({ sentence }: Entry): string => sentence.map(({ text }) => text).join("");

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("the audit log", () => {
  let cookie: string;
  let approver: string;
  let requestId: string;

  before(async () => {
    await organization.deposit(organization.accountId, 10_000_00n);
    cookie = await signedIn(world.app, await newPerson(world, organization.organizationId));
    const userId = await newUser(world.service, organization);
    approver = userId;
    const recipientId = await organization.newRecipient("Mina Okafor Design", "987654321");
    const asked = await inject(
      world.app,
      organization.token,
      paymentRequest(organization, { amount: 4210.5, recipientId }),
    );
    requestId = asked.body.requestId;
    await decide(world.service, organization, { requestId, userId });
    const deleted = await inject(world.app, organization.token, {
      method: "DELETE",
      url: `/recipient/${recipientId}`,
    });
    assert.ok(deleted.status < 500, deleted.text);
  });

  const get = async (url: string) => {
    const answer = await browse(world.app, { url, cookie });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const entries = async (query: string): Promise<readonly Entry[]> =>
    (await get(`/audit?order=desc&limit=100&${query}`)).entries;

  test("tells what happened in sentences that name and link what they are about", async () => {
    const [approval] = await entries("action=approvalRequest.approve");
    assert.ok(approval);
    assert.equal(textOf(approval), "Ada Marsh approved $4,210.50 to Mina Okafor Design");
    const link = approval.sentence.find((part) => part.resourceType === "approvalRequest");
    assert.deepEqual([link?.resourceId, link?.text], [requestId, "$4,210.50 to Mina Okafor Design"]);
    const { label, before: from, after: to } = approval.changes[0] ?? {};
    assert.deepEqual([label, from, to], ["Status", "Pending approval", "Approved"]);
    assert.match(approval.hash, /^[0-9a-f]{64}$/);
    const [paid] = await entries("action=transaction.create");
    assert.ok(paid);
    assert.match(textOf(paid), /^Ada Marsh paid \$4,210\.50 to Mina Okafor Design by ACH from /);
  });

  test("offers lists to filter by, and every filter narrows the log", async () => {
    const { actors, actions, resourceTypes } = await get("/audit/filters");
    assert.ok(actors.some(({ id, name }: { id: string; name: string }) => id === approver && name === "Ada Marsh"));
    const chosen = actions.find(({ label }: { label: string }) => label === "Approval request approved");
    assert.deepEqual(chosen, {
      action: "approvalRequest.approve",
      label: "Approval request approved",
      group: "Approvals",
    });
    assert.ok(resourceTypes.some(({ type }: { type: string }) => type === "approvalRequest"));
    const byApprover = await entries(`actorType=user&actorId=${approver}`);
    assert.ok(byApprover.length > 0);
    for (const entry of byApprover) assert.match(textOf(entry), /^Ada Marsh /);
    const about = await entries(`resourceType=approvalRequest&resourceId=${requestId}`);
    assert.deepEqual(
      about.map(({ action }) => action),
      ["approvalRequest.approve", "approvalRequest.create"],
    );
  });

  test("is downloaded as shown, with the codes in columns of their own", async () => {
    const query = `order=desc&resourceId=${requestId}`;
    const shown = await entries(`resourceId=${requestId}`);
    const open = (format: string) =>
      world.app.api.inject({
        url: `/audit/export?format=${format}&${query}`,
        headers: { cookie, "sec-fetch-site": "same-origin" },
      });
    const csv = await open("csv");
    assert.match(String(csv.headers["content-disposition"]), /audit-log-.*\.csv/);
    const [header = [], ...rows] = rowsOf(csv.body);
    assert.deepEqual(header.slice(0, 3), ["Time (ET)", "What happened", "Changes"]);
    assert.deepEqual(
      rows.map((row) => row[1]),
      shown.map(textOf),
    );
    assert.match(rows[0]?.[2] ?? "", /Status: Pending approval → Approved/);
    const xlsx = await open("xlsx");
    const [sheet] = sheetsOf(xlsx.rawPayload);
    assert.deepEqual([sheet?.name, sheet?.cells.get("B2")?.text], ["Audit log", rows[0]?.[1]]);
  });

  test("names a page in a number of statements that does not depend on its length", async () => {
    const { url, body } = payment(organization, { amount: 1 });
    for (let count = 0; count < 3; count += 1)
      await inject(world.app, organization.token, { url, body: { ...body, amount: count + 1 } });
    const { organizationId } = organization;
    const count = async (limit: number): Promise<number> => {
      let statements = 0;
      const counting = {
        many: (statement: never) => {
          statements += 1;
          return world.service.database.many(statement);
        },
      } as unknown as Queryable;
      await withinOrganization(organizationId, async () => {
        const rows = await listAuditRows(world.service.database, { organizationId }, newest(limit));
        await readableEntries(counting, organizationId, { rows, nameActors });
      });
      return statements;
    };
    const [few, many] = [await count(5), await count(50)];
    assert.ok(few <= 6 && many <= 6, `${few} statements for 5 entries, ${many} for 50`);
  });
});
