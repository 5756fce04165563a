import { firstIdAt, type OrganizationId } from "../ids.ts";
import type { Service } from "../service.ts";
import type { Tx } from "../sql/database.ts";
import { keyVersionOf } from "./vault.ts";

/** A column of sealed values, row by row behind an id. */
export interface SealedColumn<RowId extends string> {
  /** The context a row's value was sealed with. */
  readonly contextOf: (id: RowId) => string;
  /** Where to begin, when ids are not UUIDv7s: an id below all others. */
  readonly first?: RowId;
  /** Rows behind the id, in id order, locked. */
  readonly lock: (
    tx: Tx,
    range: { readonly after: RowId; readonly limit: number },
  ) => Promise<readonly { readonly id: RowId; readonly sealed: Buffer }[]>;
  readonly replace: (tx: Tx, id: RowId, sealed: Buffer) => Promise<number>;
}

const ROWS_PER_COMMIT = 200;

/**
 * Seals with the newest data key whatever an older one sealed. Returns how many values. Runs beside the service: a value
 * opens with the key it names, before and after; a crash in between leaves some old ones for the next run.
 */
export async function resealColumn<RowId extends string>(
  service: Pick<Service, "database" | "vault">,
  organizationId: OrganizationId,
  column: SealedColumn<RowId>,
): Promise<number> {
  const { database, vault } = service;
  // Another process may have made the newest key.
  vault.forget(organizationId);
  let resealed = 0;
  // The smallest UUIDv7 there is, of whatever kind.
  let after: RowId | undefined = column.first ?? (firstIdAt(new Date(0)) as RowId);
  while (after !== undefined) {
    const range: { after: RowId; limit: number } = { after, limit: ROWS_PER_COMMIT };
    const batch = await database.transaction(async (tx) => {
      const rows = await column.lock(tx, range);
      let changed = 0;
      for (const { id, sealed } of rows) {
        const context = column.contextOf(id);
        const fresh = await vault.seal(
          tx,
          organizationId,
          context,
          await vault.open(tx, organizationId, context, sealed),
        );
        if (keyVersionOf(fresh) !== keyVersionOf(sealed)) changed += await column.replace(tx, id, fresh);
      }
      return { changed, last: rows.at(-1)?.id };
    });
    resealed += batch.changed;
    after = batch.last;
  }
  return resealed;
}
