import type { BankFileId, BankRail } from "#bank/exchange";
import { assert } from "#kernel/assert.ts";
import { reportUnproven } from "#kernel/proofs/unproven-row.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { AccountId, OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import type { FileService } from "../rail-part.ts";
import { type FiledRow, filedOrders, unfileOrders } from "./orders.queries.ts";

/** Whose payments the files of a connection carry: those of the accounts that it serves, by proven rows. */
export interface Carrier {
  readonly rail: BankRail;
  serves(accountId: AccountId): boolean;
}

export const carries = ({ rail, serves }: Carrier, row: Pick<FiledRow, "rail" | "account_id">): boolean =>
  row.rail === rail && serves(row.account_id);

/** Payments in a file of a connection that does not carry them. */
export class MisplacedOrders extends Error {
  override readonly name = "MisplacedOrders";

  constructor() {
    super("A file has payments that its connection does not carry");
  }
}

const ROWS_PER_PAGE = 2_000;

interface MisplacedIn {
  readonly organizationId: OrganizationId;
  readonly fileId: BankFileId;
  /** Read again: another process may have planned the file for a connection that serves more accounts by now. */
  readonly readCarrier: (db: Queryable) => Promise<Carrier | undefined>;
  /** What else follows, in the same transaction. */
  readonly andThen?: (tx: Tx, transactionIds: readonly TransactionId[]) => Promise<unknown>;
}

/**
 * Takes payments that the connection does not carry out of a file that is not stored, and reports them: they wait for their
 * own connection. Returns their number.
 */
export const takeMisplacedOut = (
  service: Pick<FileService, "database" | "vault" | "log">,
  { organizationId, fileId, readCarrier, andThen }: MisplacedIn,
): Promise<number> =>
  service.database.transaction(async (tx) => {
    const carrier = await readCarrier(tx);
    if (carrier === undefined) return 0;
    const only: TransactionId[] = [];
    for (let after = 0, page = ROWS_PER_PAGE; page === ROWS_PER_PAGE; ) {
      const rows = await filedOrders(tx, organizationId, { fileId, after, limit: ROWS_PER_PAGE });
      only.push(...rows.filter((row) => !carries(carrier, row)).map((row) => row.transaction_id));
      page = rows.length;
      after = rows.at(-1)?.position ?? after;
    }
    for (const key of only) reportUnproven(service, { organizationId, table: "bank_orders", key });
    await andThen?.(tx, only);
    const moved = await unfileOrders(tx, organizationId, fileId, only);
    assert(moved <= only.length, "only payments that the connection does not carry leave its file");
    return moved;
  });
