/** The queue in the order of each of its columns: every request once, in pages, while requests are decided. */
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { sortedIds } from "#desk/dashboard/queue-order.ts";
import { present } from "#kernel/assert.ts";
import { MOST_SORTED } from "#payments/payments";
import { fillHistory } from "../../kit/databases/plans.queries.ts";
import { inject, openWorldOfFile, TEST_NOW } from "../../kit/service/full-app.ts";
import { decide, paymentRequest } from "../../kit/worlds/approvals.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

interface ShownRow {
  readonly requestId: string;
  readonly payeeName: string;
  readonly accountName: string;
  readonly amount: number;
  readonly paymentMethod: string | null;
  readonly flags: readonly unknown[];
  readonly problem: string | null;
  readonly requester: { readonly name: string | null; readonly tokenName: string | null };
}

const folded = (text: string) =>
  text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();
const keys: Readonly<Record<string, (row: ShownRow) => string | number>> = {
  created: () => 0,
  amount: ({ amount }) => amount,
  recipient: ({ payeeName }) => folded(payeeName),
  account: ({ accountName }) => folded(accountName),
  method: ({ paymentMethod }) => paymentMethod ?? "",
  requester: ({ requester }) => folded(`${requester.name} ${requester.tokenName}`),
  status: () => 0,
  flags: ({ flags, problem }) => (flags.length > 0 || problem !== null ? 0 : 1),
};

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("the sorted queue", () => {
  let cookie: string;
  let approverId: Awaited<ReturnType<typeof newPerson>>["userId"];

  before(async () => {
    const approver = await newPerson(world, organization.organizationId, { role: "approver" });
    approverId = approver.userId;
    cookie = await signedIn(world.app, approver);
    const names = ["Zeppelin", "élan", "Elan", "Ärzte"];
    const recipients = await Promise.all(names.map((name) => organization.newRecipient(name)));
    const accounts = [
      organization.accountId,
      await organization.newAccount("Payroll"),
      await organization.newAccount("arts"),
    ];
    for (const accountId of accounts) await organization.deposit(accountId, 100_000_00n);
    const tokens = [organization.token, await organization.newToken({ name: "Ärger" })];
    for (let index = 0; index < 24; index += 1) {
      const more = {
        recipientId: recipients[index % 4],
        amount: [10, 10, 7, 2_500, 0.01][index % 5],
        paymentMethod: index % 3 === 0 ? "check" : "ach",
      };
      const { body } = paymentRequest(organization, more);
      const url = `/account/${accounts[index % 3]}/request-send-money`;
      const asked = await inject(world.app, present(tokens[index % 2], "a token"), { url, body });
      assert.equal(asked.status, 200, asked.text);
    }
    const transfer = { sourceAccountId: accounts[0], destinationAccountId: accounts[1], amount: 5 };
    const asked = await inject(world.app, organization.token, { url: "/request-transfer", body: transfer });
    assert.equal(asked.status, 200, asked.text);
  });

  const list = async (query: string): Promise<{ requests: readonly ShownRow[]; page: Record<string, string> }> => {
    const { status, body, text } = await browse(world.app, { url: `/approvals?${query}`, cookie });
    assert.equal(status, 200, text);
    return body;
  };
  const ids = (rows: readonly ShownRow[]) => rows.map(({ requestId }) => requestId);

  async function expected(sort: string, order: "asc" | "desc"): Promise<readonly string[]> {
    const key = present(keys[sort], sort);
    const { requests } = await list("limit=200");
    const sorted = requests.toSorted((request, other) => {
      const [a, b] = [key(request), key(other)];
      if (a !== b) return a < b ? -1 : 1;
      return request.requestId < other.requestId ? -1 : 1;
    });
    return ids(order === "asc" ? sorted : sorted.toReversed());
  }

  test("has every request once and in order, forward and back", async () => {
    for (const sort of Object.keys(keys))
      for (const order of ["asc", "desc"] as const) {
        const expectedIds = await expected(sort, order);
        const seen: string[] = [];
        let next: string | undefined;
        let first: string | undefined;
        do {
          const cursor = next === undefined ? "" : `&start_after=${next}`;
          const { requests, page } = await list(`sort=${sort}&order=${order}&limit=7&mine=true${cursor}`);
          seen.push(...ids(requests));
          next = page["nextPage"];
          first = page["previousPage"];
        } while (next !== undefined && seen.length <= expectedIds.length);
        assert.deepEqual(seen, expectedIds, `${sort} ${order}`);
        const back = await list(`sort=${sort}&order=${order}&limit=7&end_before=${first}`);
        const end = expectedIds.indexOf(first ?? "");
        assert.deepEqual(ids(back.requests), expectedIds.slice(Math.max(0, end - 7), end), `${sort} ${order}, back`);
      }
  });

  test("the place of a decided request is kept", async () => {
    const expectedIds = await expected("amount", "desc");
    const decided = present(expectedIds[3], "the fourth");
    assert.equal(
      (await decide(world.service, organization, { requestId: decided, userId: approverId })).status,
      "approved",
    );
    const { requests } = await list(`sort=amount&order=desc&mine=true&limit=1&start_after=${decided}`);
    assert.deepEqual(ids(requests), expectedIds.slice(4, 5));
  });

  test("after a flagged request is decided, the other flagged ones follow, then all without flags", async () => {
    const { requests } = await list("sort=flags&limit=200");
    const isFlagged = ({ flags }: ShownRow) => flags.length > 0;
    const flagged = requests.filter(isFlagged);
    assert.ok(flagged.length > 1 && flagged.length < requests.length, `${flagged.length} of ${requests.length}`);
    const [first] = flagged;
    const requestId = present(first, "a flagged request").requestId;
    await decide(world.service, organization, { requestId, userId: approverId });
    const following = await list(`sort=flags&limit=200&start_after=${requestId}`);
    assert.deepEqual(ids(following.requests), ids((await list("sort=flags&limit=200")).requests));
  });

  test("another organization's requests are no place, and too many are refused", async () => {
    const other = await world.newOrganization();
    const otherRequest = (await inject(world.app, other.token, paymentRequest(other))).body;
    const place = await browse(world.app, {
      url: `/approvals?sort=amount&start_after=${otherRequest.requestId}`,
      cookie,
    });
    assert.deepEqual([place.status, place.code], [400, "unknownCursor"]);
    const { organizationId, accountId, recipientId } = organization;
    const count = MOST_SORTED;
    await fillHistory(world.owner(), organizationId, {
      accountId,
      recipientId,
      userId: approverId,
      end: TEST_NOW,
      count,
    });
    const refused = await browse(world.app, { url: "/approvals?sort=recipient", cookie });
    assert.deepEqual([refused.status, refused.code], [400, "tooManyToSort"]);
    const fewer = { organizationId, list: { accountId, kind: "transfer" }, sort: "amount", order: "asc" } as const;
    assert.equal((await sortedIds(world.service, fewer, undefined)).length, 1);
  });
});
