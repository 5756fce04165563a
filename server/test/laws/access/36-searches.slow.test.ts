import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { newYorkDate, newYorkMidnight } from "bursar-banking/calendar/new-york";
import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { DAY_MS, plusMs } from "#kernel/clock/clock.ts";
import { firstIdAt, type OrganizationId } from "#kernel/values/ids.ts";
import { bankDescriptionOf, descriptionForms } from "#payments/payments/transactions/bank-description.ts";
import { listAccountTransactions, listTransactions } from "#payments/payments/transactions/list-transactions.ts";
import type { TransactionQuery } from "#payments/payments/transactions/transaction-filter.ts";
import { addWords, searchedWords, wordsIn } from "#records/search";
import { long, seeded, testSeed } from "../../kit/faults/random.ts";
import { openWorldOfFile, TEST_NOW } from "../../kit/service/full-app.ts";
import { insertListed, type ListedTransaction } from "../../kit/worlds/search-world.queries.ts";

/**
 * A search finds exactly the transactions each of whose words begins a word of the counterparty's names or of the fixed
 * part of the description, on every page of both lists, whichever way the service finds them: few names, many that were
 * never paid, or many that were.
 */
const SEARCHES = long ? 2_000 : 25;
const PAYMENTS = 150;

interface Row extends ListedTransaction {
  readonly words: readonly string[];
}

interface Books {
  readonly organizationId: OrganizationId;
  readonly accounts: readonly string[];
  readonly rows: readonly Row[];
}

const chance = seeded(testSeed("36-searches"));
const below = (count: number): number => Math.floor(chance() * count);
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
const maybe = <T>(likelihood: number, value: () => T): T | undefined => (chance() < likelihood ? value() : undefined);

const NAMES = [
  "Globex",
  "Wire Works",
  "Payment Depot",
  "Café Müller",
  "To & From",
  "INV-0042",
  "Services",
  "Trading Post",
];
const GAINS = ["Dividend for October reinvested", "Management fée (wire)", "Interest from Globex"];
const TREASURY = "Treasury Fund";
const FEE = "Wire fee";

const world = await openWorldOfFile();

describe("searches for transactions", () => {
  /** Forty days of transactions of every kind, and counterparties with common words, paid or not. */
  async function newBooks({ unpaid, paid, others }: { unpaid: number; paid: number; others: number }): Promise<Books> {
    const { organizationId, accountId } = await world.newOrganization();
    const accounts = [accountId, randomUUID()];
    const payees = Array.from({ length: 40 }, () => ({ id: randomUUID(), names: [pick(NAMES), pick(NAMES)] }));
    const common = (count: number, name: string) =>
      Array.from({ length: count }, (_, n) => ({ id: randomUUID(), names: [`${name} ${n}`] }));
    const [idle, many] = [common(unpaid, "Services Wire"), common(paid, "Trading")];
    const other = { id: randomUUID(), names: ["Initech"] };
    const bank = { id: randomUUID(), names: [FEE] };
    const fund = { id: randomUUID(), names: [TREASURY] };
    const times = 3 * PAYMENTS + 2 * paid + others;
    let made = 0;
    const newId = () => firstIdAt(plusMs(TEST_NOW, -Math.floor(((times - made++) * 40 * DAY_MS) / times)));
    const rows: Row[] = [];
    const add = (row: Pick<Row, "kind" | "description" | "words"> & Partial<Row> & { of: { id: string } }) => {
      const { of, ...given } = row;
      const plain = { accountId: pick(accounts), method: null, status: "sent", feeForId: null } as const;
      const same = { name: "-", amountMinor: -100n };
      rows.push({ ...plain, ...same, id: newId(), counterpartyId: of.id, ...given });
    };
    const pay = (of: { id: string; names: readonly string[] }, method = pick(paymentMethods)) => {
      const description = bankDescriptionOf(method, of.names[0] ?? "");
      const status = chance() < 0.1 ? "cancelled" : "sent";
      add({ of, kind: "outgoingPayment", method, description, status, words: wordsIn([description, ...of.names]) });
    };
    for (const payee of [...many, ...many]) pay(payee, "ach");
    for (let n = 0; n < others; n += 1) pay(other, "ach");
    for (let n = 0; n < PAYMENTS; n += 1) {
      const of = pick(payees);
      const form = pick(descriptionForms);
      if (form.method !== undefined) pay(of, pick(paymentMethods));
      else if (form.kinds.includes("wireFee")) {
        pay(of, "internationalWire");
        const description = form.prefix + of.names[0];
        bank.names.push(...of.names);
        add({
          of: bank,
          kind: "wireFee",
          description,
          feeForId: rows.at(-1)?.id ?? null,
          words: wordsIn([form.prefix, ...of.names]),
        });
      } else {
        const description = form.prefix + of.names[0];
        add({ of, kind: pick(form.kinds), description, words: wordsIn([form.prefix, ...of.names]) });
      }
      if (chance() < 0.1) {
        const description = pick(GAINS);
        const kind = pick(["interestPayment", "other"]);
        add({ of: fund, kind, description, words: wordsIn([description, TREASURY]) });
      }
    }
    await world.service.database.transaction(async (tx) => {
      await insertListed(tx, organizationId, rows, TEST_NOW);
      const items = [...payees, ...idle, ...many, other, bank, fund];
      await addWords(
        tx,
        organizationId,
        items.map(({ id, names }) => ({ kind: "counterparty", id, texts: names })),
      );
    });
    return { organizationId, accounts, rows };
  }

  const VOCABULARY = wordsIn([...NAMES, ...GAINS, TREASURY, FEE, ...descriptionForms.map(({ prefix }) => prefix)]);
  const COMMON = ["services", "trading"];
  const anySearch = (): string =>
    Array.from({ length: 1 + below(3) }, () => pick(chance() < 0.3 ? COMMON : VOCABULARY))
      .map((word) => (chance() < 0.5 ? word : word.slice(0, 1 + below(word.length))))
      .map((word) => (chance() < 0.3 ? word.toUpperCase() : word))
      .join(pick([" ", "-", ", "]));

  const anyFilter = ({ rows }: Books): TransactionQuery => {
    const kind = maybe(0.15, () => [pick(rows).kind as "wireFee", "outgoingPayment" as const].slice(0, 1 + below(2)));
    const paymentMethod = maybe(0.15, () => [pick(paymentMethods)]);
    const counterpartyId = maybe(0.1, () => pick(rows).counterpartyId);
    const status = maybe(0.15, () => [pick(["cancelled", "sent"] as const)]);
    return {
      ...(kind && { kind }),
      ...(paymentMethod && { paymentMethod }),
      ...(counterpartyId !== undefined && { counterpartyId }),
      ...(status && { status }),
    };
  };

  /** The ids that the list must have, by comparing every transaction. */
  function expected({ rows }: Books, { search, order, ...query }: TransactionQuery): readonly string[] {
    const beginnings = searchedWords(search) ?? [];
    const isListed = (row: Row) =>
      beginnings.every((beginning) => row.words.some((word) => word.startsWith(beginning))) &&
      (!query.kind || query.kind.some((kind) => kind === row.kind)) &&
      (!query.paymentMethod || query.paymentMethod.some((method) => method === row.method)) &&
      (!query.status || query.status.some((status) => status === row.status)) &&
      (query.counterpartyId === undefined || query.counterpartyId === row.counterpartyId) &&
      (!query.accountId || query.accountId.includes(row.accountId));
    const ids = rows.filter(isListed).map(({ id }) => id);
    return order === "desc" ? ids.toSorted().reverse() : ids.toSorted();
  }

  async function checkPages(books: Books, query: TransactionQuery): Promise<void> {
    const { service } = world;
    const all = expected(books, query);
    const limit = chance() < 0.2 ? 200 : 1 + below(30);
    const idsOf = async (more: TransactionQuery) => {
      const { rows, page } = await listTransactions(service, books.organizationId, { ...query, limit, ...more });
      return { ids: rows.map(({ transaction_id: id }) => id as string), page };
    };
    let from = 0;
    for (let pages = 0; pages < 3; pages += 1) {
      const cursor = all[from - 1];
      const { ids, page } = await idsOf(cursor === undefined ? {} : { start_after: cursor });
      assert.deepEqual(ids, all.slice(from, from + limit));
      assert.equal(page.nextPage, all.length > from + limit ? all[from + limit - 1] : undefined);
      if (page.nextPage === undefined) break;
      from += limit;
    }
    const last = all.at(-1);
    if (last !== undefined) assert.deepEqual((await idsOf({ end_before: last })).ids, all.slice(0, -1).slice(-limit));
  }

  async function checkAccount(books: Books, query: TransactionQuery): Promise<void> {
    const start = firstIdAt(newYorkMidnight(newYorkDate(TEST_NOW).subtract({ days: 30 })));
    const ofAccount: TransactionQuery = { ...query, accountId: [pick(books.accounts)] };
    const all = expected(books, ofAccount).filter((id) => id >= start);
    const [limit, offset] = [1 + below(30), below(3) * below(20)];
    const page = { limit, offset };
    const found = await listAccountTransactions(world.service, books.organizationId, { ...ofAccount, ...page });
    assert.deepEqual(
      found.rows.map(({ transaction_id: id }) => id as string),
      all.slice(offset, offset + limit),
    );
    assert.equal(found.total, all.length);
  }

  for (const [title, sizes] of Object.entries({
    "few names": { unpaid: 0, paid: 0, others: 0 },
    "many names, few of them paid": { unpaid: 2_100, paid: 0, others: 0 },
    "many paid names": { unpaid: 0, paid: 180, others: 3_000 },
    "very many paid names": { unpaid: 2_100, paid: 1_900, others: 0 },
  }))
    test(`with ${title}, both lists contain what comparing every transaction finds`, async () => {
      const books = await newBooks(sizes);
      for (let n = 0; n < SEARCHES; n += 1) {
        const query = { ...anyFilter(books), search: anySearch(), order: pick(["asc", "desc"] as const) };
        const withQuery = (error: unknown) => new Error(JSON.stringify(query), { cause: error });
        await checkPages(books, query).catch((error: unknown) => Promise.reject(withQuery(error)));
        await checkAccount(books, query).catch((error: unknown) => Promise.reject(withQuery(error)));
      }
    });
});
