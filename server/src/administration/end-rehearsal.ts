import type { EndRehearsal } from "#bank/exchange";
import { endRehearsal, methodsOf } from "#bank/file-rails";
import type { Service } from "#kernel/process/service.ts";
import { lockRehearsed, reopenRehearsed } from "#payments/approvals";
import { undeliveredPayments } from "#payments/payments";
import { lockBalances } from "#records/ledger";

/**
 * Ends what a rehearsal left. A payment holds its account's balance until it is committed, so with the balances locked,
 * each payment has been made, and is found here, or is made after the rehearsal. An approval shares the organization's
 * lock in the same way.
 */
export const endRehearsalOf = (service: Service): EndRehearsal => ({
  lock: (tx, { organizationId, rail, accountIds }) =>
    lockRehearsed(tx, organizationId, { accountIds, methods: methodsOf(rail) }),
  end: async (tx, { organizationId, connectionId, rail, accountIds }) => {
    const of = { accountIds, methods: methodsOf(rail) };
    const requests = await reopenRehearsed(service, tx, organizationId, of);
    await lockBalances(tx, organizationId, accountIds);
    const undelivered = (await undeliveredPayments(tx, organizationId, of)).map((row) => row.transaction_id);
    const left = { connectionId, rail, accountIds, undelivered };
    return { payments: await endRehearsal(service, tx, organizationId, left), requests };
  },
});
