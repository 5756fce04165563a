import type { ReadPayees } from "#bank/exchange";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { findTransactionsById } from "../transactions/transactions.queries.ts";

/** Who is paid by the payments in a bank file, and how much; outgoing amounts are negative. */
export const payeeReader =
  (db: Queryable): ReadPayees =>
  async (organizationId: OrganizationId, ids: readonly TransactionId[]) =>
    new Map(
      (await findTransactionsById(db, organizationId, ids)).map((row) => [
        row.transaction_id,
        { counterpartyName: row.counterparty_name, amountMinor: row.amount_minor },
      ]),
    );
