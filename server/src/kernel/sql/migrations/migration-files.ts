import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { MigrationProblem } from "./migration-problem.ts";
import { type ScriptStatement, splitStatements } from "./split-statements.ts";

/** A file of server/migrations. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly statements: readonly MigrationStatement[];
  /** False: its statements run one after another, each committed before the next (`-- transaction: none`). */
  readonly inTransaction: boolean;
  /** The oldest version of the service that can serve afterwards (`-- serves from: 0.2.0`); usually none. */
  readonly servesFrom: string | undefined;
}

export interface MigrationStatement extends ScriptStatement {
  /** Repeated, with the last key as its parameter, until it returns none (`-- in batches`). */
  readonly inBatches: boolean;
}

const HEADER = /^-- (transaction|serves from):(.*)$/gm;

/** The migrations of a folder, in their order. */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(names.map(async (name) => parseMigration(name, await readFile(join(folder, name), "utf8"))));
}

/** Throws if the header of the file is not understood; `statements` throws if it does not fit them. */
export function parseMigration(name: string, text: string): Migration {
  const headers = new Map([...text.matchAll(HEADER)].map(([, key = "", value = ""]) => [key, value.trim()]));
  const transaction = headers.get("transaction");
  const servesFrom = headers.get("serves from");
  if (transaction !== undefined && transaction !== "none")
    throw new MigrationProblem(`${name}: "-- transaction: ${transaction}" is not understood; it can be "none"`);
  if (servesFrom !== undefined && !/^\d+\.\d+\.\d+$/.test(servesFrom))
    throw new MigrationProblem(`${name}: "-- serves from: ${servesFrom}" does not name a version such as 0.2.0`);
  let statements: readonly MigrationStatement[] | undefined;
  return {
    version: Number.parseInt(name, 10),
    name,
    checksum: createHash("sha256").update(text).digest("hex"),
    // Split only when it runs: every start reads all migrations, and usually runs none.
    get statements() {
      statements ??= statementsOf(text);
      if (transaction === undefined && statements.some(({ inBatches }) => inBatches))
        throw new MigrationProblem(`${name}: a statement "in batches" needs "-- transaction: none"`);
      return statements;
    },
    inTransaction: transaction === undefined,
    servesFrom,
  };
}

const statementsOf = (text: string): readonly MigrationStatement[] =>
  splitStatements(text).map((statement) => ({ ...statement, inBatches: statement.remarks.includes("in batches") }));
