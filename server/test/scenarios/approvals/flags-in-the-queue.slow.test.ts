/**
 * What the queue says about each request before anyone opens it: flags with their facts, the same as in the review, as a
 * filter, and with nothing of other organizations.
 */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import { withinOrganization } from "#kernel/sql/scope.ts";
import type { Sql } from "#kernel/sql/sql.ts";
import { casesOf, findRequest, readRisks } from "#payments/approvals";
import { setApproverLimit } from "#payments/approvals/rules/manage-rules.ts";
import { fillHistory } from "../../kit/databases/plans.queries.ts";
import { inject, openWorldOfFile, operator, payment } from "../../kit/service/full-app.ts";
import { callsOf, paymentRequest } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, provedIn, signedIn, type TestPerson } from "../../kit/worlds/people.ts";

interface ShownFlag {
  readonly code: string;
  readonly label: string;
  readonly detail: string;
  readonly severity: string;
}
interface ShownRow {
  readonly requestId: string;
  readonly version: number;
  readonly flags: readonly ShownFlag[];
}

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("flags of requests", () => {
  let approver: TestPerson;
  let bookkeeper: TestPerson;
  /** Both are paid already: $250 at most. */
  let globex: string;
  let initech: string;
  const { ask, post } = callsOf(() => ({ world, organization }));

  before(async () => {
    await organization.deposit(organization.accountId, 10_000_00n);
    approver = await newPerson(world, organization.organizationId, { role: "approver" });
    bookkeeper = await newPerson(world, organization.organizationId, { role: "bookkeeper" });
    globex = organization.recipientId;
    initech = await organization.newRecipient("Initech <b>bold</b>");
    for (const recipientId of [globex, initech])
      for (const amount of [100, 250])
        await inject(world.app, organization.token, payment(organization, { recipientId, amount }));
    const advanced = await post("/sandbox/clock/advance", { hours: 24 * 10 });
    assert.equal(advanced.status, 200, advanced.text);
  });

  /** Until the clock moves. */
  let cookie: string | undefined;
  const get = async (url: string) => {
    cookie ??= await signedIn(world.app, approver);
    const { status, body, text } = await browse(world.app, { url, cookie });
    assert.equal(status, 200, text);
    return body;
  };
  const rowsOf = async (query = ""): Promise<readonly ShownRow[]> =>
    (await get(`/approvals?limit=200${query}`)).requests;
  const ids = (rows: readonly ShownRow[]) => rows.map(({ requestId }) => requestId);
  const rowOf = async (requestId: string): Promise<ShownRow> => {
    const row = (await rowsOf("&status=all")).find((shownRow) => shownRow.requestId === requestId);
    assert.ok(row !== undefined, "the request is in the queue");
    return row;
  };
  /** The flags of the row, after comparing them with the review's. */
  const flagsOf = async ({ requestId }: { requestId: string }): Promise<readonly ShownFlag[]> => {
    const { flags } = await rowOf(requestId);
    const review = await get(`/approvals/${requestId}/review`);
    assert.deepEqual(review.flags, flags, "the row and the review say the same");
    const codes = new Set(review.outlook?.warnings.map(({ code }: { code: string }) => code));
    for (const repeated of ["neverPaid", "bankDetailsChanged", "possibleDuplicate", "insufficientFunds"])
      assert.ok(!codes.has(repeated), `no warning repeats a flag: ${repeated}`);
    return flags;
  };
  const codesOf = async (asked: { requestId: string }) => (await flagsOf(asked)).map(({ code }) => code);
  const details = (accountNumber: string) => ({
    electronicRoutingInfo: { accountNumber, routingNumber: "021000021", electronicAccountType: "businessChecking" },
  });

  test("a usual payment has none", async () => {
    assert.deepEqual(await codesOf(await ask({ recipientId: globex, amount: 99 })), []);
  });

  test("more than ever, a first payment, and more than the balance", async () => {
    const [largest] = await flagsOf(await ask({ recipientId: globex, amount: 250.01 }));
    assert.deepEqual(largest, {
      code: "largestEver",
      label: "Largest ever",
      detail: "$250.01 is more than the largest payment to Globex, $250.00.",
      severity: "medium",
    });
    assert.deepEqual(await codesOf(await ask({ recipientId: globex, amount: 249.99 })), []);
    const first = await flagsOf(await ask({ recipientId: await organization.newRecipient("Hooli"), amount: 5 }));
    assert.deepEqual(
      first.map(({ code, detail }) => [code, detail]),
      [["firstPayment", "No payment has been sent to Hooli before, a recipient since November 30, 2026."]],
    );
    const over = await flagsOf(await ask({ recipientId: globex, amount: 9_300.01 }));
    assert.deepEqual(
      over.map(({ code, label, detail }) => [code, label, detail]),
      [
        ["overLimit", "Over balance", "$9,300.01 is more than the $9,300.00 available in Operating."],
        ["largestEver", "Largest ever", "$9,300.01 is more than the largest payment to Globex, $250.00."],
      ],
    );
  });

  test("the same amount to the same recipient, requested or paid, until it is decided", async () => {
    const request = await ask({ recipientId: globex, amount: 77 });
    assert.deepEqual(await codesOf(request), []);
    const other = await ask({ recipientId: globex, amount: 77 });
    const expectedDetail =
      "Another open request for $77.00 to the same recipient was made from Operating on November 30, 2026.";
    for (const asked of [request, other])
      assert.deepEqual(
        (await flagsOf(asked)).map(({ code, detail }) => [code, detail]),
        [["possibleDuplicate", expectedDetail]],
      );
    const url = `/request-send-money/${other.requestId}/reject`;
    const body = { version: other.version, reason: "Twice" };
    await browse(world.app, { url, cookie: await signedIn(world.app, approver), body });
    assert.deepEqual(await codesOf(request), []);
    assert.deepEqual(await codesOf(other), [], "a decided request has no flags");
    await inject(world.app, organization.token, payment(organization, { recipientId: globex, amount: 77 }));
    assert.match(
      (await flagsOf(request))[0]?.detail ?? "",
      /^A payment of \$77\.00 to the same recipient .* is pending\.$/,
    );
  });

  test("changed details, with who changed them, and first if it was the requester", async () => {
    const token = await organization.newToken({ name: "Books", actor: { type: "user", id: bookkeeper.userId } });
    const own = (await inject(world.app, token, paymentRequest(organization, { recipientId: initech, amount: 260 })))
      .body;
    assert.deepEqual(await codesOf(own), ["largestEver"]);
    const changed = await inject(world.app, token, { url: `/recipient/${initech}`, body: details("987654321") });
    assert.equal(changed.status, 200, changed.text);
    const [change, largest] = await flagsOf(own);
    assert.deepEqual(change, {
      code: "detailsChanged",
      label: "Changed by requester",
      detail:
        "The requester, the token “Books” of Ada Lovelace, changed the bank details of Initech <b>bold</b> on November 30, 2026 at 10:00 AM ET.",
      severity: "high",
    });
    assert.equal(largest?.code, "largestEver");
    // Another user requests it, or changes the details again: the requester's change is not hidden by a later one.
    const { payee: first } = await get(`/approvals/${own.requestId}/review`);
    assert.equal(first.replaced.name, null, "the name was not changed");
    const [others] = await flagsOf(await ask({ recipientId: initech, amount: 12 }));
    assert.deepEqual([others?.label, others?.severity], ["Details changed", "medium"]);
    const again = await inject(world.app, organization.token, {
      url: `/recipient/${initech}`,
      body: details("987654322"),
    });
    assert.equal(again.status, 200, again.text);
    const [still] = await flagsOf(own);
    assert.equal(still?.severity, "high");
    assert.match(still?.detail ?? "", /It is one of 2 recent changes\.$/);
    const { payee } = await get(`/approvals/${own.requestId}/review`);
    assert.equal(payee.details.accountNumber, "••••4322");
    assert.equal(payee.replaced.accountNumberChanged, true);
    assert.notEqual(payee.replaced.details.accountNumber, "••••4321", "what both changes replaced");
    assert.ok(!JSON.stringify(payee).includes("98765"), "no complete account number");
  });

  test("the filter lists exactly the flagged ones, in pages, and never the user's own with those to approve", async () => {
    const everything = await rowsOf();
    const flagged = everything.filter(({ flags }) => flags.length > 0);
    assert.ok(flagged.length > 4 && flagged.length < everything.length);
    assert.deepEqual(ids(await rowsOf("&flagged=true")), ids(flagged));
    assert.deepEqual(ids(await rowsOf("&flagged=true&sort=amount&order=desc")).toSorted(), ids(flagged).toSorted());
    const seen: string[] = [];
    let cursor = "";
    for (let pages = 0; pages <= flagged.length; pages += 1) {
      const { requests, page } = await get(`/approvals?flagged=true&limit=2${cursor}`);
      seen.push(...ids(requests));
      if (page.nextPage === undefined) break;
      cursor = `&start_after=${page.nextPage}`;
    }
    assert.deepEqual(seen, ids(flagged));
    const token = await organization.newToken({ actor: { type: "user", id: approver.userId } });
    const mine = (await inject(world.app, token, paymentRequest(organization, { recipientId: globex, amount: 999 })))
      .body;
    assert.ok(ids(await rowsOf("&flagged=true")).includes(mine.requestId));
    for (const query of ["&mine=true&flagged=true", "&mine=true", "&mine=true&sort=recipient"])
      assert.ok(!ids(await rowsOf(query)).includes(mine.requestId), query);
    const proved = await provedIn(world.app, approver);
    const url = `/request-send-money/${mine.requestId}/approve`;
    const refused = await browse(world.app, { url, cookie: proved, body: { version: mine.version } });
    assert.equal(refused.code, "ownRequest");
  });

  test("limits that leave too few approvers, and a day that has passed", async () => {
    const { organizationId } = organization;
    const limit = (limitMinor: bigint | null) =>
      world.service.database.transaction((tx) =>
        setApproverLimit(world.service, tx, {
          organizationId,
          userId: approver.userId,
          accountId: null,
          limitMinor,
          limitPerDayMinor: null,
          actor: operator,
        }),
      );
    await limit(50_00n);
    const over = await ask({ recipientId: globex, amount: 51 });
    const [flag] = await flagsOf(over);
    assert.deepEqual([flag?.code, flag?.label], ["overLimit", "Over limit"]);
    assert.match(flag?.detail ?? "", /approve \$51\.00: the highest approval limit is Ada Lovelace's, \$50\.00 per/);
    await limit(null);
    assert.deepEqual(await codesOf(over), []);
    const due = await ask({ recipientId: globex, amount: 52, sendOn: "2026-12-01" });
    assert.deepEqual(await codesOf(due), []);
    world.clock.set(plusMs(world.clock.now(), 2 * DAY_MS));
    cookie = undefined;
    const [late] = await flagsOf(due);
    assert.deepEqual([late?.code, late?.detail], ["pastDue", "It was to be sent on December 1, 2026."]);
  });

  test("another organization's payments, requests, and changes to the same ids do not count", async () => {
    const asked = await ask({ recipientId: globex, amount: 1 });
    const other = await world.newOrganization();
    const { accountId } = organization;
    const end = world.clock.now();
    const same = { accountId, recipientId: globex, userId: approver.userId, end, count: 100 };
    // Of $1.00 each.
    await fillHistory(world.owner(), other.organizationId, same);
    assert.deepEqual(await codesOf(asked), []);
    assert.deepEqual((await get(`/approvals/${asked.requestId}/review`)).duplicates, []);
  });

  test("a page takes as many statements as one row", async () => {
    const { organizationId } = organization;
    const { database, clock } = world.service;
    const statements = async (requestIds: readonly string[]): Promise<number> => {
      let count = 0;
      const counted = Object.fromEntries(
        (["many", "maybe", "one"] as const).map((name) => [
          name,
          (statement: Sql) => {
            count += 1;
            return database[name](statement);
          },
        ]),
      ) as unknown as Queryable;
      await withinOrganization(organizationId, async () => {
        const found = await Promise.all(requestIds.map((id) => findRequest(database, organizationId, id)));
        const requests = found.filter((row) => row !== undefined);
        const now = clock.now();
        const cases = await casesOf(database, organizationId, { requests, now });
        await readRisks(counted, organizationId, { cases, now });
      });
      return count;
    };
    const rows = await rowsOf();
    const { requestId: changed } = (await ask({ recipientId: initech, amount: 13 })) as { requestId: string };
    const statementCount = await statements([changed]);
    assert.ok(rows.length > 8);
    assert.ok(statementCount <= 7, `${statementCount} statements`);
    assert.equal(await statements([...ids(rows), changed]), statementCount);
  });
});
