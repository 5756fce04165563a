import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { DAY_MS, HOUR_MS, plusMs } from "#kernel/clock/clock.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { sql } from "#kernel/sql/sql.ts";
import { type AccountId, instantOf, type TransactionId } from "#kernel/values/ids.ts";
import { moveTransactions } from "#payments/payments/lifecycle/move-transactions.ts";
import { runMonthlyStatements } from "#reports/statements";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { inject, openWorldOfFile } from "../../kit/service/full-app.ts";
import { payOne } from "../../kit/worlds/pay.ts";
import { browse, newPerson, signedIn } from "../../kit/worlds/people.ts";

interface Figures {
  readonly id: string;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly startingBalance: number;
  readonly moneyIn: number;
  readonly moneyOut: number;
  readonly endingBalance: number;
  readonly transactionCount: number;
}

/** A row of a list, as far as it matters here. */
interface ListedRow {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
  readonly createdAt: string;
  readonly postedAt: string | null;
  readonly failedAt: string | null;
}

interface Days {
  readonly startsOn: string;
  readonly endsOn: string;
}

const cents = (dollars: number): number => Math.round(dollars * 100);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);

/** The calendar that clients use, from another source than the service's. */
const calendar = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" });
const isIn = ({ startsOn, endsOn }: Days, at: string | null): boolean => {
  const day = at === null ? "" : calendar.format(new Date(at));
  return day >= startsOn && day <= endsOn;
};

/** A year of midnights in New York: the ends of months, and both ends of the days of 23 and 25 hours. */
function midnightsAfter(now: Date): readonly Date[] {
  const zone = "America/New_York";
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).startOfDay();
  const days = Array.from({ length: 366 }, (_, index) => today.add({ days: index + 1 }));
  const changes = (at: Temporal.ZonedDateTime) => at.hoursInDay !== 24 || at.subtract({ days: 1 }).hoursInDay !== 24;
  return days.filter((at) => at.day === 1 || changes(at)).map((at) => new Date(at.epochMilliseconds));
}

const world = await openWorldOfFile();
const organization = await world.newOrganization();

describe("law 33: a statement is what the ledger says, and stays that way", () => {
  let savings: AccountId;
  /** Every statement's file, as it was when it was first read. */
  const files = new Map<string, string>();

  before(async () => {
    savings = await organization.newAccount("Savings", "savings");
    await organization.deposit(organization.accountId, 5_000_00n);
  });

  const get = async (url: string) => {
    const answer = await inject(world.app, organization.token, { url });
    assert.equal(answer.status, 200, `${url}: ${answer.text}`);
    return answer;
  };
  const monthly = async (accountId: string): Promise<readonly Figures[]> =>
    (await get(`/statements?accountId=${accountId}&order=asc`)).body.statements;
  const makeMonthly = () => acrossOrganizations(() => runMonthlyStatements(world.service));

  /** Answers come at any time, and say that they happened at any time since the payment was made. */
  async function answer(transactionId: TransactionId, trigger: "confirm" | "reject" | "return", random: () => number) {
    const madeAt = instantOf(transactionId);
    const at = plusMs(madeAt, Math.floor(random() * (world.clock.now().getTime() - madeAt.getTime())));
    const { organizationId } = organization;
    const reason = trigger === "confirm" ? {} : { code: "R03", reason: "No account" };
    await world.service.database.transaction((tx) =>
      moveTransactions(world.service, tx, {
        organizationId,
        actor: { type: "bank" },
        moves: [{ transactionId, trigger, at, ...reason }],
      }),
    );
  }

  async function randomHistory(steps: number, random: () => number): Promise<void> {
    const open: TransactionId[] = [];
    const sent: TransactionId[] = [];
    const take = (from: TransactionId[]) => from.splice(Math.floor(random() * from.length), 1)[0];
    for (let step = 0; step < steps; step += 1) {
      world.clock.set(plusMs(world.clock.now(), Math.floor(random() * 6 * DAY_MS) + HOUR_MS));
      const choice = random();
      const amount = BigInt(1 + Math.floor(random() * 90_00));
      const [paid, returned] = [choice > 0.6 ? take(open) : undefined, choice < 0.1 ? take(sent) : undefined];
      if (returned !== undefined) await answer(returned, "return", random);
      else if (paid !== undefined) {
        const trigger = random() < 0.8 ? "confirm" : "reject";
        await answer(paid, trigger, random);
        if (trigger === "confirm") sent.push(paid);
      } else if (choice < 0.3) await organization.deposit(organization.accountId, amount);
      else if (choice < 0.45) await transfer(amount);
      else open.push(await payOne(world.service, organization, { amountMinor: amount }));
      if (random() < 0.5) await makeAndRead();
    }
  }

  async function transfer(amountMinor: bigint): Promise<void> {
    const { accountId: sourceAccountId } = organization;
    const body = {
      sourceAccountId,
      destinationAccountId: savings,
      amount: Number(amountMinor) / 100,
      idempotencyKey: world.service.newId(),
    };
    const made = await inject(world.app, organization.token, { url: "/transfer", body });
    assert.equal(made.status, 200, made.text);
  }

  async function makeAndRead(): Promise<void> {
    await makeMonthly();
    for (const accountId of [organization.accountId, savings])
      for (const { id } of await monthly(accountId))
        if (!files.has(id)) files.set(id, (await get(`/statements/${id}/csv`)).text);
  }

  const seed = testSeed("law 33");
  const steps = long ? 600 : 20;

  test("opening balance and movements give the closing balance, and every movement is on exactly one statement", async () => {
    await randomHistory(steps, seeded(seed));
    world.clock.set(plusMs(world.clock.now(), 32 * DAY_MS));
    await makeAndRead();
    for (const accountId of [organization.accountId, savings]) {
      const statements = await monthly(accountId);
      assert.ok(statements.length >= 2, "covers several months");
      let balance = 0;
      for (const [index, statement] of statements.entries()) {
        assert.equal(
          cents(statement.startingBalance),
          balance,
          `${statement.startsOn} begins where the month before ended`,
        );
        assert.equal(cents(statement.endingBalance), balance + cents(statement.moneyIn) - cents(statement.moneyOut));
        balance = cents(statement.endingBalance);
        assert.equal(statement.startsOn.slice(-2), "01");
        if (index > 0) assert.equal(monthsBetween(statements[index - 1]?.startsOn, statement.startsOn), 1);
      }
      const { currentBalance } = (await get(`/account/${accountId}`)).body;
      assert.equal(balance, cents(currentBalance), "no movement is missing or counted twice");
      const lines = sum(statements.map((statement) => statement.transactionCount));
      assert.equal(lines, Number(await settledMovements(accountId)));
      for (const statement of statements) await equalsPostedRows(accountId, statement);
    }
  });

  test("no file changed after it was made, and a custom statement of two months has the lines of both", async () => {
    for (const [id, text] of files) assert.equal((await get(`/statements/${id}/csv`)).text, text);
    const [first, second] = await monthly(organization.accountId);
    assert.ok(first && second);
    const body = { startsOn: first.startsOn, endsOn: second.endsOn };
    const url = `/account/${organization.accountId}/statements`;
    const custom = await inject(world.app, organization.token, { url, body });
    assert.equal(custom.status, 201, custom.text);
    assert.equal(custom.body.endingBalance, second.endingBalance);
    assert.equal(custom.body.transactionCount, first.transactionCount + second.transactionCount);
    const again = await inject(world.app, organization.token, { url, body });
    assert.equal(again.body.id, custom.body.id, "the same days give the same statement");
  });

  test("what is posted and returned between two days is their statement, at midnight in New York and all year", async () => {
    const random = seeded(testSeed("law 33, days"));
    const midnights = midnightsAfter(world.clock.now());
    await historyAtMidnights(midnights, { steps: long ? 30 : 4, random });
    world.clock.set(plusMs(world.clock.now(), 32 * DAY_MS));
    const near = midnights.flatMap((at) => [-1, 0].map((ms) => calendar.format(plusMs(at, ms))));
    for (let tries = 0; tries < (long ? 200 : 20); tries += 1) {
      const first = Math.floor(random() * near.length);
      const startsOn = near[first] ?? "";
      const latest = Temporal.PlainDate.from(startsOn).add({ years: 1 }).toString();
      const ends = near.filter((day) => day >= startsOn && day < latest);
      const endsOn = ends[Math.floor(random() * ends.length)] ?? startsOn;
      for (const accountId of [organization.accountId, savings]) {
        const url = `/account/${accountId}/statements`;
        const made = await inject(world.app, organization.token, { url, body: { startsOn, endsOn } });
        assert.equal(made.status, 201, made.text);
        await equalsPostedRows(accountId, made.body);
        await equalsCreatedRows(accountId, { startsOn, endsOn });
      }
    }
  });

  test("each balance in the list of an account is the one before and the amount, and the last is the account's", async () => {
    const cookie = await signedIn(world.app, await newPerson(world, organization.organizationId));
    let settled = 0;
    for (const accountId of [organization.accountId, savings]) {
      const query = `accountId=${accountId}&sort=settled&limit=7`;
      const book = await readBook(cookie, `${query}&order=desc`);
      const everything = (await listed(`accountId=${accountId}`)).map(({ id }) => id);
      assert.deepEqual(book.map(({ id }) => id).toSorted(), everything.toSorted(), "each transaction once");
      const oldestFirst = await readBook(cookie, `${query}&order=asc`);
      assert.deepEqual(oldestFirst.toReversed(), book, "the other direction has the same");
      const firstEnded = book.findIndex(({ status }) => status !== "pending");
      assert.ok(
        book.slice(firstEnded).every(({ status }) => status !== "pending"),
        "what is pending comes first",
      );
      for (const { postedAt, balance } of book) assert.equal(balance === undefined, postedAt === null);

      const movements = book.flatMap((row) => [
        ...(row.postedAt === null ? [] : [{ row, at: row.postedAt, amount: row.amount, isReturn: false }]),
        ...(row.status === "reversed" ? [{ row, at: row.failedAt ?? "", amount: -row.amount, isReturn: true }] : []),
      ]);
      const orderOf = ({ at, row, isReturn }: (typeof movements)[number]) => `${at} ${row.id} ${isReturn}`;
      const inOrder = movements.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
      let balance = 0;
      for (const { row, amount, isReturn } of inOrder) {
        balance += cents(amount);
        if (!isReturn) assert.equal(cents(row.balance ?? Number.NaN), balance, row.id);
      }
      const settledIds = book.filter(({ postedAt }) => postedAt !== null).map(({ id }) => id);
      const expectedIds = inOrder.filter(({ isReturn }) => !isReturn).map(({ row }) => row.id);
      assert.deepEqual(settledIds.toReversed(), expectedIds, "in the order in which they settled");
      const { currentBalance } = (await get(`/account/${accountId}`)).body;
      assert.equal(balance, cents(currentBalance), "the last balance is the account's");
      settled += settledIds.length;
    }
    assert.ok(settled > 20, "many settled");
  });

  /** Every page of an account's list in the order of the ledger, forward; read backward, it is the same. */
  async function readBook(cookie: string, query: string): Promise<readonly (ListedRow & { balance?: number })[]> {
    const pageAt = async (cursor: string) => {
      const answer = await browse(world.app, { cookie, url: `/activity?${query}${cursor}` });
      assert.equal(answer.status, 200, answer.text);
      const { transactions, balances, page } = answer.body;
      const balanceOf = new Map(
        Object(balances).map((row: Record<string, unknown>) => [row["transactionId"], row["balance"]]),
      );
      const rows = transactions.map((row: ListedRow) => ({ ...row, balance: balanceOf.get(row.id) }));
      return { rows: rows as readonly (ListedRow & { balance?: number })[], page };
    };
    const pages = [await pageAt("")];
    for (let last = pages[0]; last?.page.nextPage !== undefined; last = pages.at(-1)) {
      assert.ok(pages.length < 500, "the list ends");
      pages.push(await pageAt(`&start_after=${last.page.nextPage}`));
    }
    const before = pages.at(-1)?.page.previousPage;
    if (before !== undefined)
      assert.deepEqual((await pageAt(`&end_before=${before}`)).rows, pages.at(-2)?.rows, "back is the page before");
    return pages.flatMap(({ rows }) => rows);
  }

  /** Payments, answers, returns, deposits, and transfers in the two hours around each midnight; some answers come late. */
  async function historyAtMidnights(
    midnights: readonly Date[],
    { steps, random }: { readonly steps: number; readonly random: () => number },
  ): Promise<void> {
    const open: TransactionId[] = [];
    const sent: TransactionId[] = [];
    for (const midnight of midnights) {
      const from = plusMs(midnight, -HOUR_MS);
      for (let step = 0; step < steps; step += 1) {
        world.clock.set(plusMs(from, Math.floor(((step + random()) / steps) * 2 * HOUR_MS)));
        const amountMinor = BigInt(1 + Math.floor(random() * 90_00));
        if (random() < 0.3) await organization.deposit(organization.accountId, amountMinor);
        if (random() < 0.3) await transfer(amountMinor);
        open.push(await payOne(world.service, organization, { amountMinor }));
        const returned = random() < 0.4 ? sent.shift() : undefined;
        if (returned !== undefined) await answer(returned, "return", random);
        const paid = random() < 0.7 ? open.shift() : undefined;
        if (paid !== undefined) sent.push(paid);
        if (paid !== undefined) await answer(paid, "confirm", random);
        if (random() < 0.3) await makeMonthly();
      }
    }
  }

  const listed = async (query: string): Promise<readonly ListedRow[]> =>
    (await get(`/transactions?${query}`)).body.transactions;

  /** A return is a line of the statement, and the time of failure of a row. */
  async function equalsPostedRows(accountId: AccountId, figures: Omit<Figures, "id">): Promise<void> {
    const { startsOn, endsOn, moneyIn, moneyOut, transactionCount } = figures;
    const posted = await listed(`accountId=${accountId}&postedStart=${startsOn}&postedEnd=${endsOn}`);
    const reversed = await listed(`accountId=${accountId}&status=reversed`);
    const returned = reversed.filter(({ failedAt }) => isIn({ startsOn, endsOn }, failedAt));
    for (const { postedAt } of posted) assert.ok(isIn({ startsOn, endsOn }, postedAt), `${postedAt} is in the days`);
    const amounts = [...posted.map(({ amount }) => amount), ...returned.map(({ amount }) => -amount)].map(cents);
    const days = `${startsOn} to ${endsOn}`;
    assert.equal(sum(amounts), cents(moneyIn) - cents(moneyOut), days);
    assert.equal(sum(amounts.filter((amount) => amount > 0)), cents(moneyIn), days);
    assert.equal(amounts.length, transactionCount, days);
  }

  /** Lists and totals by creation have the same days. */
  async function equalsCreatedRows(accountId: AccountId, days: Days): Promise<void> {
    const all = (await listed(`accountId=${accountId}`)).filter(({ createdAt }) => isIn(days, createdAt));
    const range = `start=${days.startsOn}&end=${days.endsOn}`;
    const rows = await listed(`accountId=${accountId}&${range}`);
    const idsOf = (some: readonly ListedRow[]) => some.map(({ id }) => id);
    assert.deepEqual(idsOf(rows), idsOf(all), range);
    for (const status of ["pending", "sent"]) {
      const counted = await get(`/account/${accountId}/transactions?limit=1&${range}&status=${status}`);
      assert.equal(counted.body.total, all.filter((row) => row.status === status).length, `${range} ${status}`);
    }
  }

  const settledMovements = async (accountId: AccountId) =>
    (
      await world.owner().one<{ count: bigint }>(sql`
          select count(*) as count from ledger_entries
           where organization_id = ${organization.organizationId} and ${accountId} in (debit_account_id, credit_account_id)
             and effect not in ('hold', 'release')`)
    ).count;
});

const monthsBetween = (from: string | undefined, to: string): number =>
  Temporal.PlainDate.from(from ?? to).until(to, { largestUnit: "months" }).months;
