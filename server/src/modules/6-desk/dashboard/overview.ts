import { bankAttention } from "#bank/exchange";
import { countLatePayments } from "#bank/file-rails";
import { findUnfinishedFile } from "#desk/payment-file-drafts";
import { present } from "#kernel/assert.ts";
import { findRevocation } from "#kernel/crypto/key-revocations.queries.ts";
import type { Service } from "#kernel/process/service.ts";
import { subjectOf } from "#kernel/proofs/row-proof.ts";
import { unprovenRowsOf } from "#kernel/proofs/watch-rows.ts";
import { dollarsFromMinor } from "#kernel/values/money.ts";
import { failingJobs } from "#kernel/work/failing-jobs.ts";
import { listAccountBalances } from "#money/accounts";
import { changesToConfirm } from "#money/recipients";
import { countOpenCases, screeningAttention } from "#money/screening";
import { countOpenRequests } from "#payments/approvals";
import { countHeld, openFailures } from "#payments/payments";
import type { Caller } from "#records/identity";
import { personOf } from "#records/people";
import { troubledEndpoints } from "#reports/webhooks";
import { decidableBy, nothingToDecide, renderDecidable } from "./attention/decidable.ts";
import { questionsFor } from "./attention/questions.ts";
import { scheduledThisWeek } from "./attention/scheduled.ts";
import type { Overview } from "./overview-schema.ts";
import { queueRowsOf, readQueue } from "./queue.ts";

/** Of each kind; the rest is one click away. */
const SHOWN = 3;

/** The overview for the home page. Parts that the user's role may not see are null. */
export async function overviewFor(service: Service, caller: Caller): Promise<Overview> {
  const may = (scope: string) => caller.scopes.has(scope);
  return {
    accounts: may("fetchDepositoryAccounts") ? await accounts(service, caller) : null,
    waiting: may("fetchSendMoneyRequests") ? await waiting(service, caller) : null,
    questions: may("fetchSendMoneyRequests") ? await questionsFor(service, caller, SHOWN) : null,
    failures: may("fetchTransactions") ? await failures(service, caller) : null,
    detailChanges: may("fetchRecipients") && may("editRecipients") ? await detailChanges(service, caller) : null,
    scheduled: may("fetchSendMoneyRequests") ? await scheduledThisWeek(service, caller) : null,
    paymentFile: may("requestSendMoney") ? await findUnfinishedFile(service, caller) : null,
    changedRows: caller.person?.permissions.has("manageOrganization") ? await changedRows(service, caller) : null,
    revokedKeys: await revokedKeys(service, caller),
    screening: caller.person === undefined ? null : await screening(service, caller),
    bankFiles: may("bankFiles") ? await bankFiles(service, caller) : null,
    webhooks: may("fetchWebhooks") ? await webhooks(service, caller) : null,
    failingJobs: caller.person?.permissions.has("manageOrganization") ? failing(service, caller) : null,
  };
}

async function revokedKeys({ database }: Service, { organizationId }: Caller): Promise<Overview["revokedKeys"]> {
  const row = await findRevocation(database, organizationId);
  if (row === undefined) return null;
  const destroysAt = row.state === "revoked" ? row.destroys_at : null;
  return { revokedAt: row.revoked_at.toISOString(), destroysAt: destroysAt?.toISOString() ?? null };
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
  const mine = count === 0n ? nothingToDecide : await decidableBy(service, caller, SHOWN);
  const all = { kind: undefined, accountId: undefined, status: undefined, after: undefined, order: "asc" } as const;
  const first =
    mine.count === 0 && count > 0n
      ? (await readQueue(service, { ...all, organizationId, userId, mine: false, limit: SHOWN })).rows
      : await queueRowsOf(service, { organizationId, userId }, mine.oldest);
  return { count: Number(count), mine: renderDecidable(mine), first: [...first] };
}

async function failures(service: Service, { organizationId }: Caller): Promise<Overview["failures"]> {
  const { count, totalMinor, latest } = await openFailures(service, organizationId, SHOWN);
  return {
    count,
    total: dollarsFromMinor(totalMinor),
    latest: latest.map((row) => ({
      transactionId: row.transaction_id,
      payeeName: row.counterparty_nickname ?? row.counterparty_name,
      amount: dollarsFromMinor(-row.amount_minor),
      status: row.status,
      failedAt: present(row.failed_at, "a failed payment has the time of its failure").toISOString(),
      reason: present(row.reason_for_failure, "a failed payment has a reason"),
    })),
  };
}

async function detailChanges({ database }: Service, caller: Caller): Promise<Overview["detailChanges"]> {
  const { organizationId, userId } = personOf(caller);
  const waiting = await changesToConfirm(database, organizationId, userId);
  return {
    count: waiting.length,
    oldest: waiting.slice(0, SHOWN).map((change) => ({
      recipientId: change.recipient_id,
      recipientName: change.name,
      paymentMethod: change.method,
      changedAt: change.changed_at.toISOString(),
    })),
  };
}

async function changedRows(service: Service, { organizationId }: Caller): Promise<Overview["changedRows"]> {
  const rows = await unprovenRowsOf(service, organizationId);
  return {
    count: rows.length,
    latest: rows.slice(0, SHOWN).map((row) => ({ row: subjectOf(row), foundAt: row.foundAt.toISOString() })),
  };
}
const failing = (service: Service, { organizationId }: Caller): Overview["failingJobs"] =>
  failingJobs(service, organizationId).map(({ job, since }) => ({ job, since: since.toISOString() }));

async function screening({ database }: Service, { organizationId }: Caller): Promise<Overview["screening"]> {
  const attention = await screeningAttention(database, organizationId);
  if (attention === undefined) return null;
  return {
    openCases: Number((await countOpenCases(database, organizationId)).count),
    heldPayments: Number((await countHeld(database, organizationId)).count),
    failingSince: attention.failingSince?.toISOString() ?? null,
    problem: attention.problem ?? null,
  };
}

async function bankFiles({ database, clock }: Service, { organizationId }: Caller): Promise<Overview["bankFiles"]> {
  const now = clock.now();
  const attention = await bankAttention(database, { organizationId, now });
  return { ...attention, latePayments: await countLatePayments(database, { organizationId, now }) };
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
