import type { Config } from "#kernel/process/config.ts";
import { createLog } from "#kernel/process/log.ts";
import { acrossOrganizations } from "#kernel/sql/scope.ts";
import { openService } from "../open-service.ts";
import { type VerifiedBooks, verifyBooks } from "./verify-books.ts";

export interface VerifiedCopy extends VerifiedBooks {
  /** Migrations that this version of the program applied to the copy. */
  readonly migrated: readonly string[];
}

/**
 * Opens a copy of a service's database as the service would, updates its schema, and verifies ledger, audit chain, and
 * the presence of attachments. Throws a StartUpProblem with what is wrong.
 */
export async function verifyCopy(config: Config): Promise<VerifiedCopy> {
  // What is worth a warning names a folder that is there only for now.
  const opened = await openService(config, createLog({ level: "error" }), { keepsClock: true });
  try {
    return { migrated: opened.migrated, ...(await acrossOrganizations(() => verifyBooks(opened.service))) };
  } finally {
    await opened.close();
  }
}
