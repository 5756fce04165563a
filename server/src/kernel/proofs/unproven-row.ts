import { setImmediate } from "node:timers";
import type { Vault } from "../crypto/vault.ts";
import { keptBy } from "../process/generations.ts";
import type { Metrics } from "../process/metrics.ts";
import type { Service } from "../process/service.ts";
import type { Queryable } from "../sql/database.ts";
import { withinOrganization } from "../sql/scope.ts";
import { type RowPlace, subjectOf } from "./row-proof.ts";
import { insertUnprovenRow } from "./row-proofs.queries.ts";

/** A row that nothing outside the database vouches for was about to be used. The work that needs it fails. */
export class UnprovenRow extends Error {
  override readonly name = "UnprovenRow";
  readonly row: RowPlace;

  constructor(row: RowPlace) {
    super(`The row ${subjectOf(row)} was not written by the service in its present form`);
    this.row = row;
  }
}

/** A row that was found, and when. */
export interface UnprovenRowSeen extends RowPlace {
  readonly foundAt: Date;
}

/** What this process has found, in memory, where a writer to the database cannot change it. */
interface Findings {
  readonly rows: Map<string, UnprovenRowSeen>;
  /** How often, by table. */
  readonly counts: Map<string, number>;
}

/** By process: no two have the same vault. */
export const findingsOf = keptBy<Pick<Vault, "mac">, Findings>(() => ({ rows: new Map(), counts: new Map() }));
const ROWS_MAX = 1_000;

export interface Reporting {
  readonly vault: Pick<Vault, "mac">;
  readonly log: Service["log"];
  /** Outside any transaction, which may fail because of the row. */
  readonly database: Queryable;
}

/** Raises the alarm about a row: in the log, and for metrics, readiness, `bursar doctor`, and Home. */
export function reportUnproven({ vault, log, database }: Reporting, row: RowPlace): void {
  const { rows, counts } = findingsOf(vault);
  counts.set(row.table, (counts.get(row.table) ?? 0) + 1);
  const name = `${row.organizationId}/${subjectOf(row)}`;
  if (rows.has(name)) return;
  const at = new Date();
  if (rows.size < ROWS_MAX) rows.set(name, { ...row, foundAt: at });
  log.error(
    { organizationId: row.organizationId, table: row.table, key: row.key },
    "A row was changed outside the service and is not used. Find out who wrote to the database, then run `bursar rows list`.",
  );
  // Not awaited: a transaction that fails because of the row may hold the only connection.
  setImmediate(() => {
    withinOrganization(row.organizationId, () =>
      insertUnprovenRow(database, row.organizationId, { table: row.table, key: row.key, at }),
    ).catch((error: unknown) => log.warn({ err: error }, "An unproven row could not be recorded for other processes"));
  });
}

/** The row is proven again, or an operator has accepted it. */
export const forgetUnproven = (vault: Pick<Vault, "mac">, row: RowPlace): void =>
  void findingsOf(vault).rows.delete(`${row.organizationId}/${subjectOf(row)}`);

/** Reports the rows that this process found to be changed outside the service. */
export function proofMetrics({ vault }: Pick<Service, "vault">, metrics: Metrics): void {
  const found = metrics.counter({
    name: "bursar_unproven_rows_total",
    help: "How often this process found a row that was changed outside the service, by table. Anything but 0 is an alarm: see the log and `bursar rows list`.",
    labelNames: ["table"],
  });
  metrics.onScrape(() => {
    found.reset();
    for (const [table, count] of findingsOf(vault).counts) found.inc({ table }, count);
  });
}
