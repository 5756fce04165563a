import { maskAccountNumber } from "bursar-banking/identifiers/mask";
import { present } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import { findAccounts, readAccountNumbers } from "#money/accounts";
import {
  findTransactionFacts,
  getTransaction,
  renderOne,
  type Transaction,
  type TransactionFacts,
  type TransactionRow,
} from "#payments/payments";
import { type PaperBrand, paperBrand } from "#records/brand";
import { type Caller, getOrganization, postalLines } from "#records/identity";
import { readTimeline } from "../timeline/read-timeline.ts";
import { refusePaymentDocument } from "./payment-document-refusals.ts";

/** A step of the payment, oldest first. */
export interface PaymentStep {
  readonly at: Date;
  readonly text: string;
  readonly detail?: string | undefined;
}

/** What the documents of a payment may show. */
export interface DocumentFacts {
  readonly row: TransactionRow;
  readonly payer: { readonly name: string; readonly lines: readonly string[] } & PaperBrand;
  /** Name and masked number. */
  readonly account: readonly string[];
  /** The recipient's bank with the masked number; where a check was mailed. */
  readonly destination: readonly string[];
  readonly fileNames: readonly string[];
  readonly steps: readonly PaymentStep[];
  /** When the payment was in the state that the document shows: also the date of the file. */
  readonly asOf: Date;
  readonly isSandbox: boolean;
}

/** Refuses with `resourceNotFound` and `noPaymentDocument`. */
export async function readDocumentFacts(
  service: Service,
  caller: Caller,
  transactionId: string,
): Promise<DocumentFacts> {
  const { database: db } = service;
  const { organizationId } = caller;
  const row = await getTransaction(db, organizationId, transactionId);
  if (row.kind !== "outgoingPayment") throw refusePaymentDocument("noPaymentDocument");
  // As a user sees it: with masked numbers, whatever the caller may read elsewhere.
  const shown = await renderOne(service, { organizationId, scopes: caller.scopes, person: true }, row);
  const steps = stepsOf(row, await findTransactionFacts(db, organizationId, row.transaction_id));
  const cancelled = row.status === "cancelled" ? await cancellationOf(service, caller, row) : [];
  const organization = await getOrganization(db, organizationId);
  const { dbas, legalAddress, legalBusinessName: name } = organization;
  return {
    row,
    payer: {
      name,
      lines: [
        ...(dbas[0] === undefined ? [] : [`Doing business as ${dbas[0]}`]),
        ...(legalAddress === undefined ? [] : postalLines(legalAddress)),
      ],
      ...(await paperBrand(service, organizationId)),
    },
    account: await accountOf(service, row),
    destination: destinationOf(shown.details),
    fileNames: shown.attachments.map(({ fileName }) => fileName),
    steps: [...steps, ...cancelled],
    asOf: present([...steps, ...cancelled].at(-1), "every payment was accepted").at,
    isSandbox: service.config.mode === "sandbox",
  };

  async function accountOf({ vault }: Service, { account_id: accountId }: TransactionRow) {
    const [account] = await findAccounts(db, organizationId, [accountId]);
    const numbers = await readAccountNumbers({ vault }, db, { organizationId, accountId });
    const { name: official, nickname } = present(account, "the account of a payment is never deleted");
    return [nickname ?? official, ...(numbers === undefined ? [] : [maskAccountNumber(numbers.accountNumber)])];
  }
}

const outcomes = {
  failed: "Rejected by the bank",
  blocked: "Stopped before it was sent to the bank",
  reversed: "Returned",
} as const;

function stepsOf(row: TransactionRow, { submitted_at: submittedAt, submission_state: state }: TransactionFacts) {
  const { status, posted_at: postedAt, failed_at: failedAt, reason_for_failure: reason } = row;
  const isMailed = row.method === "check";
  const steps: PaymentStep[] = [{ at: row.created_at, text: "Payment accepted" }];
  if (submittedAt !== null && state !== "screened" && state !== "withdrawn")
    steps.push({ at: submittedAt, text: "Submitted to the bank" });
  if (postedAt !== null)
    steps.push({ at: postedAt, text: isMailed ? "Check printed and mailed" : "Confirmed by the bank" });
  if (failedAt !== null && (status === "failed" || status === "blocked" || status === "reversed"))
    steps.push({ at: failedAt, text: outcomes[status], detail: reason ?? undefined });
  return steps;
}

/** The row does not say when it was canceled. */
async function cancellationOf(service: Service, caller: Caller, row: TransactionRow): Promise<PaymentStep[]> {
  const { entries } = await readTimeline(service, caller, row.transaction_id);
  return entries
    .filter(({ status }) => status === "cancelled")
    .map(({ at }) => ({ at, text: "Canceled before it was sent to the bank" }));
}

function destinationOf(details: Transaction["details"]): string[] {
  if (details === null) return [];
  const { address, electronicRoutingInfo, domesticWireRoutingInfo, internationalWireRoutingInfo: abroad } = details;
  if (address !== null)
    return postalLines({ ...address, region: address.region ?? "", country: address.country ?? "US" });
  if (abroad !== null)
    return [...(abroad.bankDetails ? [abroad.bankDetails.bankName] : []), `Account ${maskAccountNumber(abroad.iban)}`];
  const bank = electronicRoutingInfo ?? domesticWireRoutingInfo;
  if (bank === null) return [];
  return [...(bank.bankName === null ? [] : [bank.bankName]), `Account ${maskAccountNumber(bank.accountNumber)}`];
}
