import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { NEW_YORK, newYorkDay } from "bursar-banking/calendar/new-york";
import { DAY_MS, HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import { sql } from "#kernel/sql/sql.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import type { App } from "#main/app.ts";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { inject, openWorldOfFile, payment } from "../../kit/service/full-app.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

/**
 * Law 37: what GET /spending reports by month and category is what the transactions add up to, after any sequence of
 * payments, deposits, transfers, returns, and changes of categories by hand and by rules, on two nodes at once; and a
 * rule never changes what a person or token has chosen.
 */
const ROUNDS = long ? 60 : 3;
/** Two months' ends in the short run, so that it has rounds in different months; a year in the long one. */
const ROUNDS_PER_MONTH = Math.ceil(ROUNDS / 12);
const AT_ONCE = 10;

interface Cell {
  readonly month: string;
  readonly category_id: string | null;
  readonly out_minor: bigint;
  readonly in_minor: bigint;
  readonly transactions: bigint;
}

interface ListedTransaction {
  readonly id: string;
  readonly accountId: string;
  readonly amount: number;
  readonly status: string;
  readonly kind: string;
  readonly createdAt: string;
  readonly postedAt: string | null;
}

interface ListFilter {
  readonly query: string;
  readonly matches: (row: ListedTransaction) => boolean;
}

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("sums of spending", () => {
  let savings: AccountId;
  let nodes: readonly App[];
  let categories: string[] = [];
  /** Transactions whose category was chosen by hand, with the last choice. */
  const chosen = new Map<string, string | null>();
  const chance = seeded(testSeed("37-spending"));
  const pick = <T>(items: readonly T[]): T => items[Math.floor(chance() * items.length)] as T;

  before(async () => {
    savings = await organization.newAccount("Savings", "savings");
    await organization.deposit(organization.accountId, 1_000_000_00n);
    await organization.deposit(savings, 1_000_000_00n);
    nodes = [world.app, await world.anotherNode()];
    for (const name of ["Rent", "Travel", "Coffee"]) await newCategory(name);
  });

  const call = async (url: string, body?: object, method: "POST" | "DELETE" = "POST") => {
    const answer = await inject(pick(nodes), organization.token, body === undefined ? { url } : { method, url, body });
    assert.ok(answer.status < 500, answer.text);
    return answer;
  };
  const work = () => runUntilIdle(world.app.jobs);

  async function newCategory(name: string): Promise<void> {
    const flags = { visibleForCardSpend: true, visibleForReimbursements: true, visibleForOther: true };
    const made = await call("/categories", { name, ...flags });
    assert.equal(made.status, 201, made.text);
    categories.push(made.body.id);
  }

  const anyTransactions = async (): Promise<string[]> =>
    (
      await world.service.database.many<{ id: string }>(sql`
      select transaction_id as id from transactions where organization_id = ${organization.organizationId}
       order by md5(transaction_id::text || ${chance().toString()}) limit 5`)
    ).map((row) => row.id);

  async function stored(): Promise<readonly Cell[]> {
    return world.service.database.many<Cell>(sql`
      select to_char(created_at at time zone 'America/New_York', 'YYYY-MM') as month, category_id,
             coalesce(-sum(amount_minor) filter (where amount_minor < 0), 0)::bigint as out_minor,
             coalesce(sum(amount_minor) filter (where amount_minor > 0), 0)::bigint as in_minor, count(*) as transactions
        from transactions
       where organization_id = ${organization.organizationId} and status in ('pending', 'sent')
         and kind not in ('internalTransfer', 'treasuryTransfer')
       group by 1, 2`);
  }

  async function compare(): Promise<void> {
    const cells = await stored();
    for (const direction of ["out", "in"] as const) {
      const { body: report } = await inject(world.app, organization.token, {
        url: `/spending?direction=${direction}&start=2026-10&end=2027-12`,
      });
      const minorOf = (cell: Cell) => Number(direction === "out" ? cell.out_minor : cell.in_minor) / 100;
      const sum = (of: readonly Cell[]) => Math.round(of.reduce((total, cell) => total + minorOf(cell), 0) * 100) / 100;
      assert.equal(report.total, sum(cells), `total ${direction}`);
      for (const [index, { month, total }] of report.months.entries()) {
        assert.equal(total, sum(cells.filter((cell) => cell.month === month)), `${month} ${direction}`);
        for (const { categoryId, months } of report.categories) {
          const own = cells.filter((cell) => cell.month === month && cell.category_id === categoryId);
          assert.equal(months[index], sum(own), `${month} ${categoryId} ${direction}`);
        }
      }
      const reported = report.categories.map((category: { categoryId: string }) => category.categoryId);
      for (const cell of cells) if (minorOf(cell) > 0) assert.ok(reported.includes(cell.category_id), "is reported");
    }
    await compareChoices();
    await compareDays();
    await compareLists();
  }

  /** What is known of each day is what its transactions add up to, and no bound hides one of them. */
  async function compareDays(): Promise<void> {
    const wrong = await world.service.database.many(sql`
      select d.*, t.* from account_days d
        full join (select account_id, (created_at at time zone 'UTC')::date as day, coalesce(method, 'none') as method,
                          count(*) as transactions, count(*) filter (where status = 'pending') as pending,
                          count(*) filter (where status = 'sent') as sent, min(abs(amount_minor)) as least, max(abs(amount_minor)) as most,
                          max(posted_at) as last_posted_at
                     from transactions where organization_id = ${organization.organizationId} group by 1, 2, 3) t
          using (account_id, day, method)
       where coalesce(d.organization_id, ${organization.organizationId}) = ${organization.organizationId}
         and (d.transactions, d.pending, d.sent, d.least_minor, d.most_minor, d.last_posted_at)
             is distinct from (t.transactions, t.pending, t.sent, t.least, t.most, t.last_posted_at)`);
    assert.deepEqual(wrong, []);
  }

  /** A filtered list and its total are the filter of all transactions, although days without a match are skipped. */
  async function compareLists(): Promise<void> {
    const everything = (await call("/transactions?order=desc")).body.transactions as readonly ListedTransaction[];
    const { query, matches } = pick(filters(everything));
    // The clock moves by days, which ends sessions, and the time to set up a second factor.
    const cookie = await signedIn(world.app, await newPerson(world, organization.organizationId));
    await compareTotals(cookie, "", everything);
    await compareTotals(cookie, query, everything.filter(matches));
    await compareTotals(
      cookie,
      `accountId=${savings}`,
      everything.filter(({ accountId }) => accountId === savings),
    );
    const dayOf = ({ createdAt }: ListedTransaction) => newYorkDay(new Date(createdAt));
    const [from = "", to = ""] = [dayOf(pick(everything)), dayOf(pick(everything))].sort();
    const created = everything.filter((row) => dayOf(row) >= from && dayOf(row) <= to);
    await compareTotals(cookie, `start=${from}&end=${to}`, created);
    const ofPayments = created.filter(({ kind }) => kind === "outgoingPayment");
    await compareTotals(cookie, `start=${from}&end=${to}&kind=outgoingPayment`, ofPayments);
    const expected = everything.filter(matches).map(({ id }) => id);
    const idsOf = (rows: readonly ListedTransaction[]) => rows.map(({ id }) => id);
    const whole = await call(`/transactions?order=desc&${query}`);
    assert.deepEqual(idsOf(whole.body.transactions), expected, query);
    const oldest = await call(`/transactions?limit=3&${query}`);
    assert.deepEqual(idsOf(oldest.body.transactions), expected.toReversed().slice(0, 3), query);
    // Lists of one account have no filter by posting date.
    if (query.startsWith("posted")) return;
    const own = everything.filter((row) => row.accountId === organization.accountId && matches(row));
    const ofAccount = await call(
      `/account/${organization.accountId}/transactions?start=2020-01-01&limit=4&offset=2&${query}`,
    );
    assert.equal(ofAccount.body.total, own.length, query);
    assert.deepEqual(idsOf(ofAccount.body.transactions), idsOf(own).slice(2, 6), query);
  }

  /** What the table of the dashboard says its rows add up to is what they do. */
  async function compareTotals(cookie: string, query: string, rows: readonly ListedTransaction[]): Promise<void> {
    const totals = await browse(pick(nodes), { url: `/activity/totals?${query}`, cookie });
    const dollars = (some: readonly ListedTransaction[]) =>
      some.reduce((sum, { amount }) => sum + Math.round(Math.abs(amount) * 100), 0) / 100;
    const left = rows.filter(({ status }) => status === "pending" || status === "sent");
    const expected = {
      count: rows.length,
      out: dollars(left.filter(({ amount }) => amount < 0)),
      in: dollars(left.filter(({ amount }) => amount > 0)),
      notLeft: dollars(rows.filter((row) => !left.includes(row))),
      isExact: true,
    };
    assert.deepEqual(totals.body, expected, query);
  }

  const filters = (everything: readonly ListedTransaction[]): readonly ListFilter[] => {
    const { amount, postedAt } = pick(everything);
    const size = Math.abs(amount);
    const day = newYorkDay(new Date(postedAt ?? "2026-12-01T12:00:00Z"));
    const isOneOf = (...statuses: string[]) => ({
      query: statuses.map((status) => `status=${status}`).join("&"),
      matches: (row: ListedTransaction) => statuses.includes(row.status),
    });
    return [
      isOneOf("pending"),
      isOneOf("sent"),
      isOneOf("pending", "failed"),
      isOneOf("failed", "cancelled", "reversed", "blocked", "sent"),
      { query: `amountMin=${size}`, matches: (row) => Math.abs(row.amount) >= size },
      {
        query: `amountMax=${size}&status=sent`,
        matches: (row) => Math.abs(row.amount) <= size && row.status === "sent",
      },
      {
        query: `postedStart=${day}`,
        matches: (row) => row.postedAt !== null && newYorkDay(new Date(row.postedAt)) >= day,
      },
      { query: "paymentMethod=ach", matches: (row) => row.kind === "outgoingPayment" },
      { query: "paymentMethod=check", matches: () => false },
      { query: "kind=outgoingPayment&status=pending", matches: (row) => row.status === "pending" },
      { query: "spending=in", matches: (row) => row.amount > 0 && row.kind === "externalTransfer" },
    ];
  };

  async function compareChoices(): Promise<void> {
    const rows = await world.service.database.many<{ id: string; category_id: string | null }>(sql`
      select transaction_id as id, category_id from transactions
       where organization_id = ${organization.organizationId} and category_by_hand`);
    const now = new Map(rows.map((row) => [row.id, row.category_id]));
    for (const [id, categoryId] of chosen) assert.equal(now.get(id), categoryId, "a choice by hand stays");
    assert.equal(now.size, chosen.size, "rules choose nothing by hand");
  }

  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    pay: () =>
      call(
        payment(organization).url,
        payment(organization, { amount: amountOf(), note: pick(["rent", "Rental", "x"]) }).body,
      ),
    transfer: () =>
      call("/transfer", {
        sourceAccountId: savings,
        destinationAccountId: organization.accountId,
        amount: amountOf(),
        idempotencyKey: `transfer ${chance()}`,
      }),
    deposit: () => call(`/sandbox/accounts/${organization.accountId}/deposit`, { amount: amountOf() }),
    undo: async () => {
      for (const id of await anyTransactions()) {
        const how = pick(["fail", "block", "return", "return", "settle"]);
        if (how === "return") await call(`/sandbox/transactions/${id}/settle`, {});
        await call(
          how === "fail" && chance() < 0.3 ? `/transaction/${id}/cancel` : `/sandbox/transactions/${id}/${how}`,
          {},
        );
      }
    },
    hand: async () => {
      const transactionIds = await anyTransactions();
      const categoryId = pick([...categories, null]);
      const { status } = await call("/transactions/categorize", { transactionIds, categoryId });
      return status === 200 ? { transactionIds, categoryId } : undefined;
    },
    rule: () =>
      call("/category-rules", {
        name: `Rule ${chance()}`,
        categoryId: pick(categories),
        position: 1,
        conditions: pick([
          { text: "rent", wholeWord: true },
          { direction: "in" },
          { amountTo: 50 },
          { accountIds: [organization.accountId], amountFrom: 20 },
        ]),
      }),
    forget: async () => {
      const { rules } = (await call("/category-rules")).body;
      if (rules.length > 0) await call(`/category-rules/${pick<{ id: string }>(rules).id}`, {}, "DELETE");
    },
    apply: () => call("/category-rules/apply", {}),
    jobs: work,
    waitMonths: async () =>
      world.clock.set(plusMs(endOfMonth(world.clock.now()), Math.floor((chance() - 0.5) * 10 * HOUR_MS))),
  };
  /** The end of the next month in New York, where months in UTC have ended before. */
  const endOfMonth = (now: Date): Date => {
    const { year, month } = Temporal.Instant.fromEpochMilliseconds(now.getTime() + DAY_MS).toZonedDateTimeISO(NEW_YORK);
    const next = Temporal.PlainDate.from({ year, month, day: 1 }).add({ months: 1 }).toZonedDateTime(NEW_YORK);
    return new Date(next.epochMilliseconds);
  };
  const amountOf = () => 1 + Math.floor(chance() * 10_000) / 100;

  test("equal the transactions after every round", async () => {
    const names = Object.keys(acts).filter((name) => name !== "hand" && name !== "waitMonths");
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(Array.from({ length: AT_ONCE }, () => acts[pick(["pay", "pay", "deposit", ...names])]?.()));
      // One after the other, so that the last choice is known; rules and returns run meanwhile.
      const [, made] = await Promise.all([work(), acts["hand"]?.(), acts["undo"]?.(), acts["pay"]?.()]);
      const choice = made as { transactionIds: string[]; categoryId: string | null } | undefined;
      for (const id of choice?.transactionIds ?? []) chosen.set(id, choice?.categoryId ?? null);
      await compare();
      await work();
      await compare();
      if ((round + 1) % ROUNDS_PER_MONTH === 0) await acts["waitMonths"]?.();
    }
    const cells = await stored();
    assert.ok(new Set(cells.map(({ month }) => month)).size > 1, "several months");
    assert.ok(new Set(cells.map(({ category_id: id }) => id)).size > 1, "several categories");
    const [deleted = ""] = categories;
    assert.equal((await call(`/categories/${deleted}`, {}, "DELETE")).status, 204);
    categories = categories.slice(1);
    await compare();
    await call("/category-rules/apply", {});
    await work();
    await compare();
  });
});
