import type { Service } from "#kernel/process/service.ts";
import { acrossOrganizations, currentScope } from "#kernel/sql/scope.ts";

/**
 * The service for a test that queries the database directly: code that declares no scope runs across all organizations.
 * Requests and background jobs still declare theirs.
 */
export function withTestScope(service: Service): Service {
  const { database } = service;
  const scoped =
    <Given extends unknown[], Result>(call: (...given: Given) => Result) =>
    (...given: Given): Result =>
      currentScope() === undefined ? acrossOrganizations(() => call(...given)) : call(...given);
  return {
    ...service,
    database: {
      ...database,
      // These functions are generic in their row types, which the wrapper passes through.
      many: scoped(database.many) as typeof database.many,
      maybe: scoped(database.maybe) as typeof database.maybe,
      one: scoped(database.one) as typeof database.one,
      run: scoped(database.run),
      transaction: scoped(database.transaction) as typeof database.transaction,
    },
  };
}
