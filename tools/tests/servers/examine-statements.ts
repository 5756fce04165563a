import { present } from "../../../server/src/kernel/assert.ts";
import { forCluster } from "../../../server/src/kernel/sql/citus/cluster-statements.ts";
import { freshDatabase } from "../../../server/test/kit/databases/databases.ts";
import { asAdministrator } from "../../../server/test/kit/databases/test-server.ts";
import { fannedOut, readStatements } from "../../../server/test/kit/statements/routed-statements.ts";

// Prints the statements of one organization that visited several workers in a run on a cluster, and exits with 1 if there
// are any. A process of its own, in the environment of the run, which removes the database that it creates (cluster-run.ts).

// Tests that need a server of their own ran on a single one: its statements are examined as a cluster runs them.
const statements = readStatements(
  present(process.env["BURSAR_TEST_STATEMENTS"], "a run on a cluster records statements"),
).map((statement) => ({ ...statement, text: forCluster(statement).text }));
const database = await freshDatabase();
const found = await asAdministrator(database.ownerUrl, (client) => fannedOut(client, statements));
process.stderr.write(
  `${statements.length} statements examined, ${found.length} visit several workers or have no plan.\n`,
);
for (const { text, tasks, error } of found)
  process.stderr.write(`${error ?? `${tasks} parts of a table`}:\n  ${text.replaceAll(/\s+/g, " ").trim()}\n`);
await database.drop();
process.exitCode = found.length === 0 ? 0 : 1;
