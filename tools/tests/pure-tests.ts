import { type Path, readerOf, usesAny } from "./import-graph.ts";

/** What starts a database server or a browser. */
const STARTERS: readonly Path[] = [
  "dashboard/test/kit/chromium.ts",
  "server/src/kernel/embedded/own-server.ts",
  "server/test/kit/databases/postgres-server.ts",
  "server/test/kit/databases/test-server.ts",
];

/** Says of a test file whether it needs no database and no browser: it reaches nothing that starts one. */
export function isPure(root: string): (test: Path) => boolean {
  const needsMore = usesAny(STARTERS, readerOf(root));
  return (test) => !needsMore(test);
}
