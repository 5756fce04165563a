import { seedDemo } from "#administration/demo/demo-seed.ts";
import { importDemoStatements } from "#administration/demo/demo-statements.ts";
import { present } from "#kernel/assert.ts";
import type { Config } from "#kernel/process/config.ts";
import { beginGeneration } from "#kernel/process/generations.ts";
import { createServiceLog } from "#kernel/process/log.ts";
import { runUntilIdle } from "#kernel/work/worker.ts";
import { createApp } from "../app.ts";
import { openService } from "../open-service.ts";
import { recordFirstState } from "./first-state.ts";
import { DOUBLE_SERVER } from "./server-settings.ts";

/**
 * Fills a data folder, empty or with a migrated database, with the demo organization, does all background work that this
 * causes, and records the result as the first state. Nothing runs afterward.
 */
export async function makeDemo(config: Config): Promise<void> {
  const opened = await openService(config, createServiceLog(config), { server: DOUBLE_SERVER });
  try {
    const { service } = opened;
    await importDemoStatements(service, present(await seedDemo(service, { withDesk: true }), "the demo is new"));
    const app = await createApp(service, { work: false });
    try {
      await runUntilIdle(app.jobs);
    } finally {
      await app.close();
    }
    await recordFirstState(service.database);
  } finally {
    await opened.close();
    // This process may serve the same rows next, as another service.
    beginGeneration();
  }
}
