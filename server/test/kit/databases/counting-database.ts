import type { Database, Queryable, Tx } from "#kernel/sql/database.ts";
import type { Sql } from "#kernel/sql/sql.ts";

export interface CountingDatabase {
  readonly database: Database;
  /** Statements sent since the last call, in and outside of transactions; begin and commit count as one each. */
  sent(): number;
}

/** The same database, which counts what is sent to it. */
export function countingDatabase(database: Database): CountingDatabase {
  let count = 0;
  const counting = <Result>(send: () => Promise<Result>): Promise<Result> => {
    count += 1;
    return send();
  };
  const counted = (db: Queryable): Queryable => ({
    many: <Row>(statement: Sql) => counting(() => db.many<Row>(statement)),
    maybe: <Row>(statement: Sql) => counting(() => db.maybe<Row>(statement)),
    one: <Row>(statement: Sql) => counting(() => db.one<Row>(statement)),
    run: (statement: Sql) => counting(() => db.run(statement)),
  });
  return {
    database: {
      ...database,
      ...counted(database),
      transaction: (work) => {
        count += 2;
        return database.transaction((tx: Tx) => work({ ...tx, ...counted(tx) }));
      },
    },
    sent: () => {
      const before = count;
      count = 0;
      return before;
    },
  };
}
