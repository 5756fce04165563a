import type { Service } from "../kernel/process/service.ts";
import type { EndRehearsal } from "../modules/bank-connections/index.ts";
import { endRehearsal, methodsOf } from "../modules/file-rails/index.ts";
import { lockBalances } from "../modules/ledger/index.ts";
import { undeliveredPayments } from "../modules/payments/index.ts";

/**
 * Ends what a rehearsal left. A payment holds its account's balance until it is committed, so with the balances locked,
 * each payment has been made, and is found here, or is made after the rehearsal.
 */
export const endRehearsalOf =
  (service: Pick<Service, "clock">): EndRehearsal =>
  async (tx, { organizationId, connectionId, rail, accountIds }) => {
    await lockBalances(tx, organizationId, accountIds);
    const rows = await undeliveredPayments(tx, organizationId, { accountIds, methods: methodsOf(rail) });
    const undelivered = rows.map((row) => row.transaction_id);
    return endRehearsal(service, tx, organizationId, { connectionId, rail, accountIds, undelivered });
  };
