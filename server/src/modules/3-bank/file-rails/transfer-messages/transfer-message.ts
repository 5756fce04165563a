import {
  type CustomerTransferFile,
  cancellationRequest,
  customerPaymentTypes,
  customerTransferProblems,
  customerTransfers,
  customerTransfersV03,
  Iso20022Error,
  networkTransfer,
  statusRequest,
  writeMessage,
} from "bursar-bank-formats/iso20022";
import type { BankFileId } from "#bank/exchange";
import { assert, present } from "#kernel/assert.ts";
import type { AccountId } from "#kernel/values/ids.ts";
import type { Debtor, TransferConnection, TransferRail } from "./transfer-connection.ts";
import type { TransferFacts } from "./transfer-facts.ts";
import { batchIdOf, messageIdOf } from "./transfer-identifications.ts";

/** A payment in a message, with the account that pays. */
export interface MessagePayment {
  readonly accountId: AccountId;
  readonly facts: TransferFacts;
}

/** Everything that a message says. */
export interface TransferMessageFacts {
  readonly fileId: BankFileId;
  readonly messageId: string;
  readonly createdAt: Date;
  /** New York, `2026-11-20`. */
  readonly executionOn: string;
  /** At least one; the payments of an account together. One for pacs.008. */
  readonly payments: readonly MessagePayment[];
  readonly debtors: ReadonlyMap<AccountId, Debtor>;
}

/** The message as it is sent: the same facts give the same bytes. Throws Iso20022Error if it breaks a rule. */
export function transferMessage(
  connection: Pick<TransferConnection, "rail" | "settings">,
  facts: TransferMessageFacts,
): string {
  const { message } = connection.settings;
  return message.name === "pacs.008.001.08"
    ? networkMessage(connection, facts, message.network)
    : customerMessage(connection, facts, message.name);
}

/** What the trial message of {@link isWritable} says besides the payment. None of it is sent. */
const trial = {
  fileId: "00000000-0000-4000-8000-000000000000",
  accountId: "00000000-0000-4000-8000-000000000001",
  createdAt: new Date("2026-01-02T12:00:00Z"),
  debtor: {
    party: { name: "Trial", address: { townName: "New York", country: "US" } },
    account: { number: { other: "1" } },
  },
} as const;

/**
 * Whether the connection's message can carry the payment: it is written once for trial, so that a rule that one payment
 * breaks is found when the payment arrives, and never holds up a message of several.
 */
export function isWritable(
  connection: Pick<TransferConnection, "connectionId" | "rail" | "settings">,
  facts: TransferFacts,
): boolean {
  // Nothing is stored or sent under these IDs.
  const [fileId, accountId] = [trial.fileId as BankFileId, trial.accountId as AccountId];
  const { createdAt } = trial;
  try {
    transferMessage(connection, {
      fileId,
      createdAt,
      messageId: messageIdOf(connection, { fileId, number: 1, createdAt }),
      executionOn: "2026-01-02",
      payments: [{ accountId, facts }],
      debtors: new Map([[accountId, trial.debtor]]),
    });
    return true;
  } catch (error) {
    if (error instanceof Iso20022Error) return false;
    throw error;
  }
}

/** `CreDtTm`: UTC, without fractions of a second. */
export const creationTime = (at: Date): string => at.toISOString().replace(/\.\d{3}Z$/, "Z");

const railNames = { wire: "domesticWire", internationalWire: "internationalWire", realTime: "realTime" } as const;

function customerMessage(
  { rail, settings }: Pick<TransferConnection, "rail" | "settings">,
  { fileId, messageId, createdAt, executionOn, payments, debtors }: TransferMessageFacts,
  name: "pain.001.001.09" | "pain.001.001.03",
): string {
  const byAccount = Map.groupBy(payments, ({ accountId }) => accountId);
  const file: CustomerTransferFile = {
    messageId,
    createdAt: creationTime(createdAt),
    initiatingParty: settings.initiatingParty,
    batches: [...byAccount].map(([accountId, ofAccount]) => {
      const debtor = debtorIn(debtors, accountId);
      return {
        batchId: batchIdOf(fileId, accountId),
        type: paymentTypeOf(rail),
        executionDate: executionOn,
        debtor: debtor.party,
        debtorAccount: debtor.account,
        debtorAgent: settings.debtorAgent,
        transfers: ofAccount.map(({ facts: { chargeBearer = settings.chargeBearer, ...transfer } }) => ({
          ...transfer,
          ...(chargeBearer === undefined ? {} : { chargeBearer }),
        })),
      };
    }),
  };
  if (name === "pain.001.001.03") return writeMessage(customerTransfersV03(file));
  const written = customerTransfers(file);
  const problems = customerTransferProblems(railNames[rail], written.content);
  if (problems.length > 0) throw new Iso20022Error(problems);
  return writeMessage(written);
}

/** The purpose of each international payment is its own (`Purp`), so the batch names no category. */
function paymentTypeOf(rail: TransferRail) {
  const { categoryPurpose: _, ...type } = customerPaymentTypes[railNames[rail]];
  return type;
}

function networkMessage(
  { settings }: Pick<TransferConnection, "settings">,
  { messageId, createdAt, executionOn, payments, debtors }: TransferMessageFacts,
  network: "rtp" | "fednow",
): string {
  const [payment] = payments;
  assert(payment !== undefined && payments.length === 1, "a real-time message has one payment");
  const { accountId, facts } = payment;
  const { amount, creditor, creditorAccount, creditorAgent, instructionId, endToEndId, uetr, remittance } = facts;
  const debtor = debtorIn(debtors, accountId);
  return writeMessage(
    networkTransfer(network, {
      messageId,
      createdAt: creationTime(createdAt),
      settlementDate: executionOn,
      instructionId,
      endToEndId,
      transactionId: instructionId,
      uetr,
      amount,
      debtorKind: "business",
      debtor: debtor.party,
      debtorAccount: debtor.account,
      debtorAgent: settings.debtorAgent,
      creditorAgent,
      creditor,
      creditorAccount,
      ...(remittance === undefined ? {} : { remittance }),
    }),
  );
}

const debtorIn = (debtors: TransferMessageFacts["debtors"], accountId: AccountId): Debtor =>
  present(debtors.get(accountId), "every account in a message has a debtor");

/** Whether the bank's messages have a UETR: those of RTP do not. */
const sendsUetr = ({ message }: Pick<TransferConnection["settings"], "message">): boolean =>
  message.name !== "pacs.008.001.08" || message.network !== "rtp";

/** A request for the status of a payment: what the bank was sent, and when. */
export interface StatusRequestFacts {
  readonly messageId: string;
  readonly createdAt: Date;
  readonly original: { readonly messageId: string; readonly messageName: string; readonly createdAt: Date };
  readonly transaction: { readonly instructionId: string; readonly endToEndId: string; readonly uetr: string };
}

/** pacs.028. It names the payment as its message did: a bank does not know a UETR that it was not sent. */
export const statusRequestMessage = (
  { settings }: Pick<TransferConnection, "settings">,
  { messageId, createdAt, original, transaction: { uetr, ...named } }: StatusRequestFacts,
): string =>
  writeMessage(
    statusRequest({
      messageId,
      createdAt: creationTime(createdAt),
      transaction: sendsUetr(settings) ? { ...named, uetr } : named,
      original: { ...original, createdAt: creationTime(original.createdAt) },
      instructedAgent: settings.debtorAgent,
    }),
  );

/** A recall: which payment the bank should get back, and why. */
export interface RecallFacts extends StatusRequestFacts {
  readonly caseId: string;
  readonly amountMinor: bigint;
  /** ExternalCancellationReason1Code. */
  readonly reasonCode: string;
}

/** camt.056. It names the payment as its message did, as above. */
export const recallMessage = (
  { settings }: Pick<TransferConnection, "settings">,
  { caseId, createdAt, original, transaction: { uetr, ...named }, amountMinor, reasonCode }: RecallFacts,
): string =>
  writeMessage(
    cancellationRequest({
      assignmentId: caseId,
      createdAt: creationTime(createdAt),
      assigner: { name: settings.initiatingParty.name },
      assignee: settings.debtorAgent,
      original: { ...original, createdAt: creationTime(original.createdAt) },
      transaction: sendsUetr(settings) ? { ...named, uetr } : named,
      amount: { Ccy: "USD", amountMinor },
      reason: { code: reasonCode },
    }),
  );
