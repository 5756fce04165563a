import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Bench, SERVING_ROLE } from "../figures/bench.ts";
import { startService } from "../service/running-service.ts";
import { signedIn } from "./client.ts";
import type { PreparedLists } from "./prepare.ts";

const SLOW_STATEMENT_MS = 15;

/** Requests the slow pages again with auto_explain, and reports the plans that the service really got. */
export async function explainSlow(bench: Bench, prepared: PreparedLists, paths: readonly string[]): Promise<void> {
  const { cluster, folder, say } = bench;
  const settings = {
    session_preload_libraries: "'auto_explain'",
    "auto_explain.log_min_duration": `'${SLOW_STATEMENT_MS}ms'`,
    "auto_explain.log_analyze": "on",
    "auto_explain.log_buffers": "on",
    "auto_explain.log_timing": "off",
  };
  await cluster.psql(
    prepared.target.name,
    `load 'auto_explain'; ${Object.entries(settings)
      .map(([name, value]) => `alter role ${SERVING_ROLE} set ${name} = ${value};`)
      .join(" ")}`,
  );
  const service = await startService(prepared.target);
  const log = join(folder, "cluster", "postgres.log");
  try {
    const get = await signedIn(service, prepared);
    for (const path of paths) {
      const before = readFileSync(log, "utf8").length;
      await get(path);
      say(`\n${path}\n${readFileSync(log, "utf8").slice(before)}`);
    }
  } finally {
    await service.stop();
  }
}
