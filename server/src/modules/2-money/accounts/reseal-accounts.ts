import { type Resealed, resealColumn } from "#kernel/crypto/reseal.ts";
import type { Service } from "#kernel/process/service.ts";
import type { AccountId, OrganizationId } from "#kernel/values/ids.ts";
import { accountSealContext } from "./account.ts";
import { lockSealedNumbers, replaceSealedNumber } from "./accounts.queries.ts";
import { accounts } from "./tables.ts";

/** Re-encrypts account numbers of older key versions under the newest one, while the service runs. */
export const resealAccounts = (service: Service, organizationId: OrganizationId): Promise<Resealed> =>
  resealColumn<AccountId>(service, organizationId, {
    name: "accounts.account_number",
    contextOf: accountSealContext,
    table: accounts,
    lock: (tx, range) => lockSealedNumbers(tx, organizationId, range),
    replace: (tx, id, sealed) => replaceSealedNumber(tx, organizationId, id, sealed),
  });
