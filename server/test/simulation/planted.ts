import type { Database, Queryable, Tx } from "#kernel/sql/database.ts";
import type { Sql } from "#kernel/sql/sql.ts";
import type { ObjectStore } from "#kernel/storage/object-store.ts";
import * as queries from "./planted.queries.ts";

/** A bug that is planted to see that it is found: around the service, because the service has no switch for it. */
export interface Planted {
  readonly name: string;
  /** What breaks, in words of the model's laws. */
  readonly breaks: readonly string[];
  /** Between the service and its database. */
  readonly plant?: (database: Database) => Database;
  /** In the database's own functions, as their owner. */
  readonly plantInDatabase?: (owner: Database) => Promise<void>;
  /** A writer changes the database in the first afternoon. */
  readonly meddle?: (owner: Database) => Promise<void>;
  /** Rows are not compared with their proofs. */
  readonly provesRows?: boolean;
  /** When the bank's files are written, instead of 18:30. */
  readonly cutOff?: string;
  /** In front of the object store. */
  readonly store?: (store: ObjectStore) => ObjectStore;
  /** A file for the bank is in the outbox a second time, under another name. */
  readonly repeatsFiles?: boolean;
}

export const plantedBugs: readonly Planted[] = [
  {
    // An account that pays more than twice in a commit loses a part of its hold.
    name: "lost hold",
    breaks: ["balances are the sums of their entries", "funds of pending payments are held", "entries balance"],
    plantInDatabase: (owner) =>
      replaceInFunction(owner, [
        "held_minor = b.held_minor + s.amount",
        "held_minor = b.held_minor + case when s.payments > 2 then s.amount - 1 else s.amount end",
      ]),
  },
  { name: "double send", breaks: ["a payment leaves once"], repeatsFiles: true },
  {
    // An approval of earlier terms counts for the present ones.
    name: "stale approval",
    breaks: ["money moves after enough other people approved its terms"],
    plant: (database) => {
      const terms = new Map<unknown, unknown>();
      return around(database, {
        rows: (_, rows) =>
          rows.map((row) => {
            if (!isReview(row)) {
              if (hasTerms(row)) terms.set(row.request_id, row.terms);
              return row;
            }
            return terms.has(row.request_id) ? { ...row, terms: terms.get(row.request_id) } : row;
          }),
        // Nor are earlier ones found when they would be voided.
        skips: ({ text }) => text.includes("from approval_reviews v") && text.includes("for update of v"),
      });
    },
  },
  {
    // One in seven changes is not passed on.
    name: "skipped event",
    breaks: ["every event is delivered", "webhooks arrive in order"],
    plant: (database) => {
      let changes = 0;
      return around(database, {
        skips: ({ text, values }) => {
          const isEvent = text.includes("append_outbox(") && values.includes("events");
          if (isEvent) changes += 1;
          return isEvent && changes % 7 === 0;
        },
      });
    },
  },
  {
    // Of one in three of the bank's bookings, the references are forgotten.
    name: "lost reference",
    breaks: ["what the bank booked is reconciled or open"],
    plant: (database) => {
      let bookings = 0;
      return around(database, {
        skips: ({ text }) => text.includes("insert into bank_movement_references") && ++bookings % 3 === 0,
      });
    },
  },
  {
    // The storage says that it has everything, and has two in three.
    name: "lost content",
    breaks: ["everything ends"],
    store: (store) => {
      let contents = 0;
      return { ...store, put: async (...given) => (++contents % 3 === 0 ? undefined : store.put(...given)) };
    },
  },
  { name: "off-by-one cut-off", breaks: ["a payment leaves with its cut-off"], cutOff: "18:31" },
  {
    // What a writer changes in the database is believed.
    name: "unproven row",
    breaks: ["money moves after enough other people approved its terms"],
    provesRows: false,
    meddle: (owner) => queries.loosenRules(owner).then(() => undefined),
  },
];

const hasTerms = (row: unknown): row is { request_id: unknown; terms: unknown } =>
  typeof row === "object" && row !== null && "terms" in row && "approvers_required" in row;
const isReview = (row: unknown): row is { request_id: unknown; terms: unknown } =>
  typeof row === "object" && row !== null && "terms" in row && "review_id" in row;

/** Every function that has the text has the other one from now on. */
async function replaceInFunction(owner: Database, [from, to]: readonly [string, string]): Promise<void> {
  const functions = await queries.functionsWith(owner, from);
  if (functions.length === 0) throw new Error(`no function has ${from}`);
  for (const { text } of functions) await owner.transaction((tx) => tx.script(text.replace(from, to)));
}

interface Around {
  readonly rows?: (statement: Sql, rows: readonly unknown[]) => readonly unknown[];
  /** The statement changes nothing, and says that it did. */
  readonly skips?: (statement: Sql) => boolean;
}

/** The database with a bug in front of it. */
function around(database: Database, { rows = (_, all) => all, skips = () => false }: Around): Database {
  const bugged = (queries: Queryable): Queryable => {
    const many = async <Row>(statement: Sql): Promise<Row[]> =>
      skips(statement) ? [] : ([...rows(statement, await queries.many<Row>(statement))] as Row[]);
    return {
      many,
      maybe: async <Row>(statement: Sql): Promise<Row | undefined> => {
        const row = await queries.maybe<Row>(statement);
        return row === undefined ? undefined : (rows(statement, [row])[0] as Row);
      },
      one: async <Row>(statement: Sql): Promise<Row> => rows(statement, [await queries.one<Row>(statement)])[0] as Row,
      run: async (statement) => (skips(statement) ? 1 : queries.run(statement)),
    };
  };
  return {
    ...database,
    ...bugged(database),
    transaction: (work) => database.transaction((tx: Tx) => work({ ...tx, ...bugged(tx) })),
  };
}
