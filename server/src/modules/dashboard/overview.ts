import { DAY_MS, plusMs } from "../../kernel/clock/clock.ts";
import type { Service } from "../../kernel/process/service.ts";
import { dollarsFromMinor } from "../../kernel/values/money.ts";
import { listAccountBalances } from "../accounts/index.ts";
import { countOpenRequests } from "../approvals/index.ts";
import type { Caller } from "../identity/index.ts";
import { recentFailures } from "../payments/index.ts";
import { personOf } from "../people/index.ts";
import { troubledEndpoints } from "../webhooks/index.ts";
import type { Overview } from "./overview-schema.ts";
import { countDecidable, readQueue } from "./queue.ts";

const WAITING_SHOWN = 5;
const FAILURES_SHOWN = 10;
const FAILURES_SINCE_MS = 30 * DAY_MS;

/** The overview for the home page. Parts that the user's role may not see are null. */
export async function overviewFor(service: Service, caller: Caller): Promise<Overview> {
  const may = (scope: string) => caller.scopes.has(scope);
  return {
    accounts: may("fetchDepositoryAccounts") ? await accounts(service, caller) : null,
    waiting: may("fetchSendMoneyRequests") ? await waiting(service, caller) : null,
    failures: may("fetchTransactions") ? await failures(service, caller) : null,
    webhooks: may("fetchWebhooks") ? await webhooks(service, caller) : null,
  };
}

async function accounts({ database }: Service, { organizationId }: Caller): Promise<Overview["accounts"]> {
  return (await listAccountBalances(database, organizationId)).map((account) => ({
    accountId: account.accountId,
    name: account.nickname ?? account.name,
    kind: account.kind,
    status: account.status,
    availableBalance: dollarsFromMinor(account.availableMinor),
    currentBalance: dollarsFromMinor(account.currentMinor),
  }));
}

async function waiting(service: Service, caller: Caller): Promise<Overview["waiting"]> {
  const { organizationId, userId } = personOf(caller);
  const { count } = await countOpenRequests(service.database, organizationId);
  const all = { kind: undefined, accountId: undefined, status: undefined, after: undefined, order: "asc" } as const;
  const { rows } = await readQueue(service, { ...all, organizationId, userId, mine: false, limit: WAITING_SHOWN });
  return {
    count: Number(count),
    mayDecideCount: count === 0n ? 0 : await countDecidable(service, { organizationId, userId }),
    first: [...rows],
  };
}

async function failures({ database, clock }: Service, { organizationId }: Caller): Promise<Overview["failures"]> {
  const since = plusMs(clock.now(), -FAILURES_SINCE_MS);
  return (await recentFailures(database, organizationId, { since, limit: FAILURES_SHOWN })).map((row) => ({
    transactionId: row.transaction_id,
    payeeName: row.counterparty_name,
    amount: dollarsFromMinor(row.amount_minor),
    status: row.status,
    failedAt: row.failed_at.toISOString(),
    reason: row.reason_for_failure,
  }));
}

async function webhooks({ database }: Service, { organizationId }: Caller): Promise<Overview["webhooks"]> {
  return (await troubledEndpoints(database, organizationId)).map((row) => ({
    webhookId: row.endpoint_id,
    url: row.url,
    status: row.status === "disabled" ? "disabled" : "failing",
    failingSince: row.failing_since?.toISOString() ?? null,
    consecutiveFailures: row.consecutive_failures,
  }));
}
