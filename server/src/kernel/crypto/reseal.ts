import type { Service } from "../process/service.ts";
import { readProof } from "../proofs/row-proofs.queries.ts";
import { UnprovenRow } from "../proofs/unproven-row.ts";
import type { Tx } from "../sql/database.ts";
import { findProvenTable } from "../sql/proven-table.ts";
import { firstIdAt, type OrganizationId } from "../values/ids.ts";
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

/** Re-encrypts the values of every declared column, as below. */
export async function resealEverything(
  service: Resealing,
  organizationId: OrganizationId,
): Promise<readonly Resealed[]> {
  const done: Resealed[] = [];
  for (const column of sealedColumns()) done.push(await resealDeclared(service, organizationId, column));
  return done;
}

/**
 * Re-encrypts values sealed with an older data key under the newest one, while the service runs: a value names its key,
 * so it opens before and after. After a crash, the next run continues. A value that does not open is counted and left
 * unchanged, so that one bad row does not keep the others on an old key.
 */
function resealDeclared(service: Resealing, organizationId: OrganizationId, column: SealedColumn): Promise<Resealed> {
  const table = findProvenTable(column.table);
  const proven = table?.columns.includes(column.column) === true ? table : undefined;
  return resealValues<readonly string[]>(service, organizationId, {
    name: column.name,
    first: [],
    contextOf: (key) => column.contextOf(...key),
    lock: (tx, range) => lockSealedValues(tx, organizationId, { column, ...range }),
    async replace(tx, key, sealed) {
      if (proven !== undefined) await readProof(tx, proven, { organizationId, id: key[0] ?? "" });
      return replaceSealedValue(tx, organizationId, { column, proven, key, sealed });
    },
  });
}

/** How the values of a column are read, in the order of their rows' keys, and replaced. */
interface SealedValues<Key> {
  readonly name: string;
  /** Below all other keys. */
  readonly first: Key;
  readonly contextOf: (key: Key) => string;
  readonly lock: (
    tx: Tx,
    range: { readonly after: Key; readonly limit: number },
  ) => Promise<readonly { readonly id: Key; readonly sealed: Buffer }[]>;
  readonly replace: (tx: Tx, key: Key, sealed: Buffer) => Promise<number>;
}

/** The same for a column with statements of its own. */
export const resealColumn = <RowId extends string>(
  service: Resealing,
  organizationId: OrganizationId,
  column: Omit<SealedValues<RowId>, "first"> & Partial<SealedValues<RowId>>,
): Promise<Resealed> =>
  // The smallest possible UUIDv7.
  resealValues<RowId>(service, organizationId, { first: firstIdAt(new Date(0)) as RowId, ...column });

async function resealValues<Key>(
  service: Resealing,
  organizationId: OrganizationId,
  values: SealedValues<Key>,
): Promise<Resealed> {
  // Another process may have created the newest key.
  service.vault.forget(organizationId);
  const total = { resealed: 0, unreadable: 0 };
  let after: Key | undefined = values.first;
  while (after !== undefined) {
    const page: Page<Key> = await resealPage(service, organizationId, { values, after });
    total.resealed += page.resealed;
    total.unreadable += page.unreadable;
    after = page.last;
  }
  return { column: values.name, ...total };
}

interface Page<Key> extends Omit<Resealed, "column"> {
  readonly last: Key | undefined;
}

const resealPage = <Key>(
  { database, vault }: Resealing,
  organizationId: OrganizationId,
  { values, after }: { readonly values: SealedValues<Key>; readonly after: Key },
): Promise<Page<Key>> =>
  database.transaction(async (tx) => {
    const rows = await values.lock(tx, { after, limit: ROWS_PER_COMMIT });
    let resealed = 0;
    let unreadable = 0;
    for (const { id, sealed } of rows) {
      const context = values.contextOf(id);
      try {
        const text = await vault.open(tx, organizationId, context, sealed);
        const fresh = await vault.seal(tx, organizationId, context, text);
        if (keyVersionOf(fresh) === keyVersionOf(sealed)) continue;
        resealed += await values.replace(tx, id, fresh);
      } catch (error) {
        if (!(error instanceof UnreadableValue || error instanceof UnprovenRow)) throw error;
        unreadable += 1;
      }
    }
    return { resealed, unreadable, last: rows.at(-1)?.id };
  });
