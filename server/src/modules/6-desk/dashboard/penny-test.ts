import { newYorkTimeText } from "bursar-banking/calendar/new-york";
import { getConnection, type ShownFile, showFile } from "#bank/exchange";
import { findPennyOrder } from "#bank/file-rails";
import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { getTransaction, type TransactionRow } from "#payments/payments";
import { findOnStatement } from "#reports/reconciliation";

export const pennySteps = ["handedOver", "sent", "accepted", "settled", "onStatement"] as const;
export type PennyStepName = (typeof pennySteps)[number];

export const pennyOutcomes = ["done", "waiting", "failed"] as const;

export interface PennyStep {
  readonly step: PennyStepName;
  readonly outcome: (typeof pennyOutcomes)[number];
  /** A sentence. */
  readonly detail: string;
}

/** How far the latest payment of one cent over a connection has come. */
export interface PennyTest {
  readonly transactionId: string | null;
  readonly fileId: string | null;
  /** Whether the bank's statement shows it: the connection works from end to end. */
  readonly passed: boolean;
  readonly steps: readonly PennyStep[];
}

/**
 * Follows the penny test of a connection: a payment of $0.01 to an account of the organization at another bank, made and
 * approved like any other payment. Refuses with `resourceNotFound`.
 */
export async function followPennyTest(
  { database: db }: Pick<Service, "database">,
  organizationId: OrganizationId,
  connectionId: string,
): Promise<PennyTest> {
  const connection = await getConnection(db, organizationId, connectionId);
  const order = await findPennyOrder(db, organizationId, connection.connectionId);
  if (order === undefined) return { transactionId: null, fileId: null, passed: false, steps: [notMade] };
  const { transaction_id: transactionId, file_id: fileId, window_at: windowAt } = order;
  const file = fileId === null ? undefined : await showFile({ database: db }, { organizationId, fileId, after: 0 });
  const payment = await getTransaction(db, organizationId, transactionId);
  const { account_id: accountId } = payment;
  const onStatement = await findOnStatement(db, organizationId, { accountId, transactionId });
  const steps: PennyStep[] = [
    { step: "handedOver", outcome: "done", detail: "The payment reached the bank connection." },
    sentStep(file, windowAt),
    acceptedStep(file),
    settledStep(payment),
    statementStep(onStatement !== undefined),
  ];
  // What comes after a failure cannot happen.
  const failed = steps.findIndex(({ outcome }) => outcome === "failed");
  const shown = failed === -1 ? steps : steps.slice(0, failed + 1);
  return { transactionId, fileId, passed: shown.every(({ outcome }) => outcome === "done"), steps: shown };
}

const notMade: PennyStep = {
  step: "handedOver",
  outcome: "waiting",
  detail:
    "Pay $0.01 from an account of this connection to an account of your own at another bank. The payment appears here once it is handed to the bank connection, at its next cut-off.",
};

function sentStep(file: ShownFile | undefined, windowAt: Date | null): PennyStep {
  const step = "sent";
  if (file === undefined)
    return {
      step,
      outcome: "waiting",
      detail:
        windowAt === null
          ? "It waits for a file."
          : `Its file is written on ${newYorkTimeText(windowAt)} Eastern Time.`,
    };
  if (file.state === "sent" || file.state === "acknowledged" || file.state === "rejected")
    return { step, outcome: "done", detail: `The bank has the file ${file.name ?? ""}.` };
  if (file.state === "rehearsed")
    return { step, outcome: "failed", detail: "The connection is in rehearsal, so the file was not sent." };
  if (file.state === "dismissed") return { step, outcome: "failed", detail: "A person dismissed the file." };
  return { step, outcome: "waiting", detail: `The file ${file.name ?? ""} is ${states[file.state] ?? file.state}.` };
}

const states: Readonly<Partial<Record<ShownFile["state"], string>>> = {
  written: "waiting to be sent",
  sending: "being sent",
  inDoubt: "in doubt: decide about it",
  withheld: "withheld: decide about it",
};

function acceptedStep(file: ShownFile | undefined): PennyStep {
  const step = "accepted";
  if (file?.state === "acknowledged") return { step, outcome: "done", detail: "The bank accepted the file." };
  if (file?.state === "rejected")
    return { step, outcome: "failed", detail: file.reason ?? "The bank rejected the file." };
  if (file?.state === "sent" && file.answerDueAt === null)
    return { step, outcome: "done", detail: "The bank acknowledges no files." };
  return { step, outcome: "waiting", detail: "The bank's acknowledgment is awaited." };
}

function settledStep({ status, reason_for_failure: reason }: TransactionRow): PennyStep {
  const step = "settled";
  if (status === "sent") return { step, outcome: "done", detail: "It has settled." };
  if (status === "pending") return { step, outcome: "waiting", detail: "It has not settled yet." };
  return { step, outcome: "failed", detail: reason ?? `The payment is ${status}.` };
}

const statementStep = (found: boolean): PennyStep =>
  found
    ? { step: "onStatement", outcome: "done", detail: "The bank's statement shows it." }
    : { step: "onStatement", outcome: "waiting", detail: "No statement of the bank shows it yet." };
