import type { Service } from "../process/service.ts";
import { readProof } from "../proofs/row-proofs.queries.ts";
import { UnprovenRow } from "../proofs/unproven-row.ts";
import { findProvenTable } from "../sql/proven-table.ts";
import type { OrganizationId } from "../values/ids.ts";
import { type SealedColumn, sealedColumns } from "./sealed-column.ts";
import { lockSealedValues, replaceSealedValue } from "./sealed-columns.queries.ts";
import { keyVersionOf, UnreadableValue } from "./vault.ts";

type Resealing = Pick<Service, "database" | "vault">;

export interface Resealed {
  readonly column: string;
  readonly resealed: number;
  /** Values that no key opens, or of rows that are not proven: damaged, or not written by this service. Left unchanged. */
  readonly unreadable: number;
}

const ROWS_PER_COMMIT = 200;

/** Re-encrypts the values of every declared column. */
export async function resealEverything(
  service: Resealing,
  organizationId: OrganizationId,
): Promise<readonly Resealed[]> {
  const done: Resealed[] = [];
  for (const column of sealedColumns()) done.push(await resealColumn(service, organizationId, column));
  return done;
}

/**
 * Re-encrypts values sealed with an older data key under the newest one, while the service runs: a value names its key,
 * so it opens before and after. After a crash, the next run continues. A value that does not open is counted and left
 * unchanged, so that one bad row does not keep the others on an old key.
 */
async function resealColumn(
  service: Resealing,
  organizationId: OrganizationId,
  column: SealedColumn,
): Promise<Resealed> {
  // Another process may have created the newest key.
  service.vault.forget(organizationId);
  const total = { resealed: 0, unreadable: 0 };
  let after: readonly string[] | undefined = [];
  while (after !== undefined) {
    const page: Page = await resealPage(service, organizationId, { column, after });
    total.resealed += page.resealed;
    total.unreadable += page.unreadable;
    after = page.last;
  }
  return { column: column.name, ...total };
}

interface Page extends Omit<Resealed, "column"> {
  /** The key of its last row. */
  readonly last: readonly string[] | undefined;
}

const resealPage = (
  { database, vault }: Resealing,
  organizationId: OrganizationId,
  { column, after }: { readonly column: SealedColumn; readonly after: readonly string[] },
): Promise<Page> =>
  database.transaction(async (tx) => {
    const table = findProvenTable(column.table);
    const proven = table?.columns.includes(column.column) === true ? table : undefined;
    const rows = await lockSealedValues(tx, organizationId, { column, after, limit: ROWS_PER_COMMIT });
    let resealed = 0;
    let unreadable = 0;
    for (const { id: key, sealed } of rows) {
      const context = column.contextOf(...key);
      try {
        const text = await vault.open(tx, organizationId, context, sealed);
        const fresh = await vault.seal(tx, organizationId, context, text);
        if (keyVersionOf(fresh) === keyVersionOf(sealed)) continue;
        if (proven !== undefined) await readProof(tx, proven, { organizationId, id: key[0] ?? "" });
        resealed += await replaceSealedValue(tx, organizationId, { column, proven, key, sealed: fresh });
      } catch (error) {
        if (!(error instanceof UnreadableValue || error instanceof UnprovenRow)) throw error;
        unreadable += 1;
      }
    }
    return { resealed, unreadable, last: rows.at(-1)?.id };
  });
