import type { Database } from "../database.ts";
import { findServesFrom } from "../migrate.queries.ts";
import { MigrationProblem } from "./migration-problem.ts";

/**
 * The oldest version that can serve this schema, if that is newer than `version`. A migration that removes what older
 * versions use declares it (`-- serves from: 0.2.0`); all other migrations leave older versions working
 * (docs/adr/0065-upgrades-under-load.md).
 */
export async function neededVersion(database: Database, version: string): Promise<string | undefined> {
  const declared = (await findServesFrom(database)).map(({ servesFrom }) => servesFrom);
  return declared
    .filter((needed) => isOlderVersion(version, needed))
    .sort((a, b) => (isOlderVersion(a, b) ? 1 : -1))[0];
}

/** Throws a MigrationProblem if the schema needs a newer version of the service. */
export async function refuseNewerSchema(database: Database, version: string): Promise<void> {
  const needed = await neededVersion(database, version);
  if (needed !== undefined) throw new MigrationProblem(needsVersion(needed, version));
}

export const needsVersion = (needed: string, version: string): string =>
  `A newer version has changed the database: it needs Bursar ${needed} or newer, and this is ${version}. Deploy ${needed} or newer.`;

/** Whether a version such as 0.9.1 precedes another, such as 0.10.0. */
export function isOlderVersion(version: string, other: string): boolean {
  const [left, right] = [version, other].map((text) => text.split(".").map((part) => Number.parseInt(part, 10)));
  for (const [index, part] of (left ?? []).entries()) {
    const difference = part - (right?.[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
