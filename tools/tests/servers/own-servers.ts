import { readRepository } from "../affected-tests.ts";
import { type Path, usersByFile } from "../import-graph.ts";

const STARTS_SERVERS = "server/test/kit/databases/postgres-server.ts";
/** It starts a server only for a process that was not given one. */
const USES_GIVEN: readonly Path[] = [
  "server/test/kit/databases/test-server.ts",
  "tools/tests/pure-tests.ts",
  "tools/tests/with-services.ts",
];

/** The tests that start PostgreSQL servers of their own, found by what they and their kit import. */
export function filesWithOwnServer(root: string, tests: readonly Path[]): readonly Path[] {
  const users = usersByFile(readRepository(root));
  const found = new Set<Path>([STARTS_SERVERS]);
  for (const path of found) {
    for (const user of users.get(path) ?? []) if (!USES_GIVEN.includes(user)) found.add(user);
  }
  return tests.filter((test) => found.has(test));
}
