import type { OldConnection, OldDatabase } from "bursar-old-data-folder";
import { commitHooks, type Database, type Queryable, queryable } from "#kernel/sql/database.ts";

/** What is needed of an old database: its rows and its transactions. */
export type OldSource = Queryable & Pick<Database, "transaction">;

/** The database of an old data folder (`packages/old-data-folder/src/open-old-folder.ts`), as the service sees its own. */
export function oldSourceOf(old: OldDatabase): OldSource {
  return {
    ...queriesOf(old),
    transaction: async (work) => {
      const hooks = commitHooks();
      const result = await old.transaction(async (connection) => {
        const value = await work({
          inTransaction: true,
          ...hooks.ofTx,
          ...queriesOf(connection),
          script: connection.script,
        });
        await hooks.runBefore();
        return value;
      });
      hooks.runAfter();
      return result;
    },
  };
}

const queriesOf = ({ query }: OldConnection): Queryable =>
  queryable({ query: ({ text, values }) => query(text, values) });
