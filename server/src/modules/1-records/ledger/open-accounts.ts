import { type PaymentMethod, paymentMethods } from "bursar-banking/identifiers/payment-method";
import { inThisGeneration } from "#kernel/process/generations.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable, Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { findSystemAccount, insertBalance, insertLedgerAccount, type NewLedgerAccount } from "./ledger.queries.ts";
import type { LedgerAccountId, SystemAccount } from "./ledger.ts";

/**
 * Opens the ledger account of a bank account at zero; it can never go below zero. `ledgerAccountId` is the bank
 * account's id; `pays` says whether payments may leave from it. In the transaction that creates the bank account.
 */
export async function openLedgerAccount(
  tx: Tx,
  {
    organizationId,
    ledgerAccountId,
    pays,
  }: { organizationId: OrganizationId; ledgerAccountId: LedgerAccountId; pays: boolean },
): Promise<void> {
  await insertAccount(tx, { organizationId, ledgerAccountId, kind: "bankAccount", mayGoNegative: false, pays });
}

/**
 * Opens the organization's clearing accounts (one per method) and its external account. Once, in the transaction that
 * creates the organization.
 */
export async function openSystemAccounts(
  service: Pick<Service, "newId">,
  tx: Tx,
  organizationId: OrganizationId,
): Promise<void> {
  const open = (account: Pick<NewLedgerAccount, "kind" | "method">) =>
    insertAccount(tx, {
      organizationId,
      ledgerAccountId: service.newId<LedgerAccountId>(),
      mayGoNegative: true,
      pays: false,
      ...account,
    });
  for (const method of paymentMethods) await open({ kind: "clearing", method });
  await open({ kind: "external" });
}

async function insertAccount(tx: Tx, account: NewLedgerAccount): Promise<void> {
  await insertLedgerAccount(tx, account);
  await insertBalance(tx, account);
}

/** System accounts never change once opened, so their ids are cached. The cache is cleared at its limit. */
const opened = new Map<string, LedgerAccountId>();
const forgetOld = inThisGeneration(() => opened.clear());
const KNOWN_LIMIT = 50_000;

/** The id of an organization's clearing account for a method, or of its external account. */
export async function systemAccountId(
  db: Queryable,
  organizationId: OrganizationId,
  ...[kind, method]: ["clearing", PaymentMethod] | ["external"]
): Promise<LedgerAccountId> {
  const name: `${string}/${SystemAccount["kind"]}/${string}` = `${organizationId}/${kind}/${method ?? ""}`;
  forgetOld();
  const remembered = opened.get(name);
  if (remembered) return remembered;
  const { ledger_account_id: id } = await findSystemAccount(db, organizationId, kind, method);
  if (opened.size >= KNOWN_LIMIT) opened.clear();
  opened.set(name, id);
  return id;
}
