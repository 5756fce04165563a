import type { Database } from "#kernel/sql/database.ts";

/** A bug that is planted to see that it is found. */
export interface Planted {
  readonly name: string;
  /** Between the service and its database. */
  readonly plant?: (database: Database) => Database;
  /** In the database itself, as its owner. */
  readonly plantInDatabase?: (owner: Database) => Promise<void>;
  readonly provesRows?: boolean;
}
