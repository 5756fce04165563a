import type { Service } from "../process/service.ts";
import { readProof } from "../proofs/row-proofs.queries.ts";
import { UnprovenRow } from "../proofs/unproven-row.ts";
import type { Tx } from "../sql/database.ts";
import type { ProvenTable } from "../sql/proven-table.ts";
import { firstIdAt, type OrganizationId } from "../values/ids.ts";
import { keyVersionOf, UnreadableValue } from "./vault.ts";

/** A column of sealed values, read row by row in id order. */
export interface SealedColumn<RowId extends string> {
  /** `table.column`, as in the schema: every bytea column is resealed or declared not to be sealed (law 20). */
  readonly name: string;
  /** The context a row's value was sealed with. */
  readonly contextOf: (id: RowId) => string;
  /** Where to begin if ids are not UUIDv7s: an id below all others. */
  readonly first?: RowId;
  /** Rows with a value after the id, in id order, locked. */
  readonly lock: (
    tx: Tx,
    range: { readonly after: RowId; readonly limit: number },
  ) => Promise<readonly { readonly id: RowId; readonly sealed: Buffer }[]>;
  /** If the column is proven: a row is read with its proof before its value is replaced. */
  readonly table?: ProvenTable;
  readonly replace: (tx: Tx, id: RowId, sealed: Buffer) => Promise<number>;
}

export interface Resealed {
  readonly column: string;
  readonly resealed: number;
  /** Values that no key opens, or of rows that are not proven: damaged, or not written by this service. Left unchanged. */
  readonly unreadable: number;
}

interface Batch<RowId> extends Omit<Resealed, "column"> {
  readonly last: RowId | undefined;
}

const ROWS_PER_COMMIT = 200;

/**
 * Re-encrypts values sealed with an older data key under the newest one, while the service runs: a value names its key,
 * so it opens before and after. After a crash, the next run continues. A value that does not open is counted and left
 * unchanged, so that one bad row does not keep the others on an old key.
 */
export async function resealColumn<RowId extends string>(
  service: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
  column: SealedColumn<RowId>,
): Promise<Resealed> {
  // Another process may have created the newest key.
  service.vault.forget(organizationId);
  const total = { resealed: 0, unreadable: 0 };
  // The smallest possible UUIDv7.
  let after: RowId | undefined = column.first ?? (firstIdAt(new Date(0)) as RowId);
  while (after !== undefined) {
    const batch: Batch<RowId> = await resealBatch(service, organizationId, { column, after });
    total.resealed += batch.resealed;
    total.unreadable += batch.unreadable;
    after = batch.last;
  }
  return { column: column.name, ...total };
}

const resealBatch = <RowId extends string>(
  { database, vault }: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
  { column, after }: { column: SealedColumn<RowId>; after: RowId },
): Promise<Batch<RowId>> =>
  database.transaction(async (tx) => {
    const rows = await column.lock(tx, { after, limit: ROWS_PER_COMMIT });
    let resealed = 0;
    let unreadable = 0;
    for (const { id, sealed } of rows) {
      const context = column.contextOf(id);
      try {
        const text = await vault.open(tx, organizationId, context, sealed);
        const fresh = await vault.seal(tx, organizationId, context, text);
        if (keyVersionOf(fresh) === keyVersionOf(sealed)) continue;
        if (column.table !== undefined) await readProof(tx, column.table, { organizationId, id });
        resealed += await column.replace(tx, id, fresh);
      } catch (error) {
        if (!(error instanceof UnreadableValue || error instanceof UnprovenRow)) throw error;
        unreadable += 1;
      }
    }
    return { resealed, unreadable, last: rows.at(-1)?.id };
  });
