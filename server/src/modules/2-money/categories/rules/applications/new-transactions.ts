import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, TransactionId } from "#kernel/values/ids.ts";
import { appendOutbox, drainOutbox } from "#kernel/work/outbox.ts";
import { categorizeByRules } from "#payments/payments";
import { decideBy } from "../category-rule.ts";
import { evaluatedRules, hasActiveRules, listCategoryRules } from "../category-rules.queries.ts";
import { createdTransactions } from "./rule-runs.queries.ts";

type Working = Pick<Service, "database" | "clock" | "newId" | "vault" | "log">;

const COMMITS_PER_PASS = 20;

/**
 * Passes events on to the rules, in the transaction that takes them from the outbox. Payments write one outbox row for
 * events anyway, so rules cost them nothing, and an organization without rules has no further work.
 */
export async function relayNewTransactions(
  tx: Tx,
  organizationId: OrganizationId,
  eventIds: readonly string[],
): Promise<void> {
  if ((await hasActiveRules(tx, organizationId)).found) await appendOutbox(tx, organizationId, "categories", eventIds);
}

/** Gives new transactions the categories of the rules, in the transaction that takes them from the outbox. */
export const runCategoryRules = (service: Working): Promise<number> =>
  drainOutbox(service, {
    topic: "categories",
    rowsPerCommit: COMMITS_PER_PASS,
    handle: async (tx, organizationId, eventIds) => {
      const created = await createdTransactions(tx, organizationId, eventIds);
      if (created.length === 0) return;
      const rules = evaluatedRules(await listCategoryRules(tx, organizationId));
      await categorizeByRules(service, tx, {
        organizationId,
        actor: { type: "service" },
        // Created by events of transactions.
        transactionIds: created.map((row) => row.resource_id as TransactionId),
        decide: decideBy(rules),
      });
    },
  });
