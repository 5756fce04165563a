import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { type AccountId, firstIdAt, type OrganizationId } from "#kernel/values/ids.ts";
import { type ActivityQuery, listActivity } from "#payments/payments/activity/list-activity.ts";
import { addWords, searchedWords, wordsIn } from "#records/search";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { openWorldOfFile, TEST_NOW } from "../../kit/service/full-app.ts";
import { insertListed, type ListedTransaction } from "../../kit/worlds/search-world.queries.ts";

/**
 * Pages of a list that is sorted by any column, with any filters and in both directions, contain each transaction that
 * existed at the start exactly once and in order, while transactions are added before, between, and after them.
 */
const LISTS = long ? 1_000 : 30;
const TRANSACTIONS = 400;

/** The order of the ledger is of one account, and part of law 33. */
type Sort = Exclude<NonNullable<ActivityQuery["sort"]>, "settled">;
type Query = Omit<ActivityQuery, "sort"> & { readonly sort?: Sort };
const sorts: readonly Sort[] = ["created", "amount", "counterparty", "account", "method", "status", "posted"];

const chance = seeded(testSeed("36-sorted-lists"));
const below = (count: number): number => Math.floor(chance() * count);
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
const maybe = <T>(likelihood: number, value: () => T): T | undefined => (chance() < likelihood ? value() : undefined);

/** Many have the same size, and both directions have it. */
const AMOUNTS = [1n, 100n, 100n, 2_500n, 99_999n, 100_000n, 9_007_199_254_740_993n];
const NAMES = ["Globex", "globex", "Élan", "elan", "Zeppelin", "Ärzte", "42 Works", "Émile"];

const world = await openWorldOfFile();

describe("sorted lists", () => {
  let organizationId: OrganizationId;
  let accounts: readonly { readonly id: AccountId; readonly name: string }[];
  const payees = NAMES.map((name) => ({ id: randomUUID(), name }));
  let rows: ListedTransaction[] = [];
  let made = 0;

  before(async () => {
    const organization = await world.newOrganization();
    organizationId = organization.organizationId;
    const other = async (name: string) => ({ id: await organization.newAccount(name), name });
    accounts = [{ id: organization.accountId, name: "Operating" }, await other("Account 10"), await other("Account 9")];
    await world.service.database.transaction((tx) =>
      addWords(
        tx,
        organizationId,
        payees.map(({ id, name }) => ({ kind: "counterparty", id, texts: [name] })),
      ),
    );
    await add(TRANSACTIONS);
    // Another organization has as many, which are in no list.
    const { organizationId: otherId, accountId } = await world.newOrganization();
    const otherTransactions = Array.from({ length: TRANSACTIONS }, () => ({ ...anyTransaction(), accountId }));
    await world.service.database.transaction((tx) => insertListed(tx, otherId, otherTransactions, TEST_NOW));
  });

  /** Ids within the last forty days, in any order of time. */
  function anyTransaction(): ListedTransaction {
    const at = plusMs(TEST_NOW, -below(40 * DAY_MS));
    made += 1;
    const id = `${firstIdAt(at).slice(0, 24)}${made.toString(16).padStart(12, "0")}`;
    const isPayment = chance() < 0.7;
    const payee = pick(payees);
    return {
      id,
      accountId: pick(accounts).id,
      counterpartyId: payee.id,
      name: payee.name,
      amountMinor: isPayment ? -pick(AMOUNTS) : pick(AMOUNTS),
      kind: isPayment ? "outgoingPayment" : "externalTransfer",
      method: isPayment ? pick(paymentMethods) : null,
      description: "",
      status: isPayment && chance() < 0.1 ? "cancelled" : "sent",
      feeForId: null,
    };
  }

  async function add(count: number): Promise<void> {
    const more = Array.from({ length: count }, anyTransaction);
    await world.service.database.transaction((tx) => insertListed(tx, organizationId, more, TEST_NOW));
    rows = [...rows, ...more];
  }

  const sizeOf = ({ amountMinor: minor }: ListedTransaction): bigint => (minor < 0n ? -minor : minor);
  const folded = (name: string) =>
    name
      .normalize("NFKD")
      .replaceAll(/[\u0300-\u036f]/g, "")
      .toLowerCase();
  const accountOrder = ["Account 9", "Account 10", "Operating"];
  const keys: Readonly<Record<Sort, (row: ListedTransaction) => bigint | string | number>> = {
    created: () => 0,
    amount: sizeOf,
    counterparty: ({ name }) => folded(name),
    account: (row) => accountOrder.indexOf(accounts.find(({ id }) => id === row.accountId)?.name ?? ""),
    method: ({ method }) => method ?? "",
    status: ({ status }) => status,
    // What was not sent comes last.
    posted: ({ status }) => (status === "sent" ? 0 : 1),
  };

  function expected({ sort = "created", order, ...query }: Query): readonly string[] {
    const beginnings = searchedWords(query.search) ?? [];
    const inDollars = (row: ListedTransaction) => Number(sizeOf(row)) / 100;
    const isListed = (row: ListedTransaction) =>
      beginnings.every((beginning) => wordsIn([row.name]).some((word) => word.startsWith(beginning))) &&
      (!query.accountId || query.accountId.includes(row.accountId)) &&
      (!query.status || query.status.some((status) => status === row.status)) &&
      (!query.kind || query.kind.some((kind) => kind === row.kind)) &&
      (!query.paymentMethod || query.paymentMethod.some((method) => method === row.method)) &&
      (query.amountMin === undefined || inDollars(row) >= query.amountMin) &&
      (query.amountMax === undefined || inDollars(row) <= query.amountMax);
    const key = keys[sort];
    const compare = (left: ListedTransaction, right: ListedTransaction): number => {
      const [a, b] = [key(left), key(right)];
      if (a !== b) return a < b ? -1 : 1;
      return left.id < right.id ? -1 : 1;
    };
    const ids = rows
      .filter(isListed)
      .toSorted(compare)
      .map(({ id }) => id);
    return order === "desc" ? ids.toReversed() : ids;
  }

  /** Most lists by size have an index. */
  const anyQuery = (): Query => {
    const sort = pick([...sorts, "amount" as const, "amount" as const]);
    const few = sort === "amount" ? 0.1 : 0.25;
    const accountId = maybe(0.3, () => Array.from({ length: 1 + below(2) }, () => pick(accounts).id));
    const status = maybe(few, () => [pick(["cancelled", "sent"] as const)]);
    const only = maybe(few, () => [pick(["externalTransfer", "outgoingPayment"] as const)]);
    const paymentMethod = maybe(few, () => [pick(paymentMethods)]);
    const search = maybe(few, () => pick(["glo", "el", "zeppelin", "4", "nobody"]));
    const amountMin = maybe(0.2, () => pick([0.01, 1, 25]));
    const amountMax = maybe(0.2, () => pick([1, 25, 999.99, 1_000]));
    return {
      sort,
      order: pick(["asc", "desc"] as const),
      limit: 1 + below(60),
      ...(accountId && { accountId }),
      ...(status && { status }),
      ...(only && { kind: only }),
      ...(paymentMethod && { paymentMethod }),
      ...(search !== undefined && { search }),
      ...(amountMin !== undefined && { amountMin }),
      ...(amountMax !== undefined && amountMax > (amountMin ?? 0) && { amountMax }),
    };
  };

  const pageOf = async (query: Query) => {
    const { rows: found, page } = await listActivity(world.service, organizationId, query);
    return { ids: found.map(({ transaction_id: id }): string => id), page };
  };

  /** All pages, with transactions added in between. */
  async function readAll(query: Query, direction: "forward" | "back", last?: string): Promise<readonly string[]> {
    const seen: string[] = [];
    let cursor = last;
    for (let pages = 0; pages <= rows.length; pages += 1) {
      const name = direction === "forward" ? "start_after" : "end_before";
      const { ids, page } = await pageOf(cursor === undefined ? query : { ...query, [name]: cursor });
      assert.ok(ids.length <= (query.limit ?? 0), "no page is longer than requested");
      if (direction === "forward") seen.push(...ids);
      else seen.unshift(...ids);
      cursor = direction === "forward" ? page.nextPage : page.previousPage;
      assert.ok(cursor === undefined || ids.includes(cursor), "a cursor is an item of its page");
      if (cursor === undefined) return seen;
      if (chance() < 0.1) await add(1 + below(3));
    }
    throw new Error("the list does not end");
  }

  test("contain each transaction once and in order, forward and back, while others are added", async () => {
    for (let list = 0; list < LISTS; list += 1) {
      const query = anyQuery();
      const withQuery = (error: unknown) => new Error(JSON.stringify(query), { cause: error });
      await checkList(query).catch((error: unknown) => Promise.reject(withQuery(error)));
    }
  });

  async function checkList(query: Query): Promise<void> {
    for (const direction of ["forward", "back"] as const) {
      const existing = expected(query);
      const last = existing.at(-1);
      if (direction === "back" && last === undefined) return;
      const seen = await readAll(query, direction, direction === "back" ? last : undefined);
      const existingSet = new Set(existing);
      assert.equal(new Set(seen).size, seen.length, "no transaction twice");
      const expectedIds = direction === "back" ? existing.slice(0, -1) : existing;
      assert.deepEqual(
        seen.filter((id) => existingSet.has(id)),
        expectedIds,
        direction,
      );
      // What was added is where it belongs.
      const all = expected(query).filter((id) => seen.includes(id));
      assert.deepEqual(seen, all, `${direction}, with what was added`);
    }
  }
});
