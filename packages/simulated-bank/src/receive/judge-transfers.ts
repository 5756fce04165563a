import type { OriginalMessage, StatusReason } from "bursar-bank-formats/iso20022";
import { newYorkDate, newYorkInstant } from "bursar-banking/calendar/new-york";
import { imad } from "bursar-banking/references/fedwire-references";
import { agreedCents, type BankAgreement } from "../agreement/bank-agreement.ts";
import { chosenScenario } from "../scripts/chosen-scenario.ts";
import { scriptTransfer } from "../scripts/script-transfer.ts";
import type { BankEvent, BankPayment, StatusChannel } from "../state/bank-event.ts";
import { type CustomerFile, checkedAt, reasonOf } from "./bank-decision.ts";
import { isInstant, type TransferInstruction } from "./transfer-instruction.ts";

interface Given {
  readonly instructions: readonly TransferInstruction[];
  readonly original: OriginalMessage;
  readonly channel: StatusChannel;
  /** What a rule of the rail or network says about the payment at this position. */
  readonly problemsAt: (index: number) => readonly string[];
  readonly clearingSystem: string | undefined;
}

export interface JudgedTransfers {
  readonly keys: readonly string[];
  readonly payments: readonly BankPayment[];
  readonly events: readonly BankEvent[];
  readonly rejected: number;
  readonly silent: number;
}

const EXECUTION_DAYS_MAX = 365;

/** Decides about each payment of a message: rejected for what is wrong with it, or carried out by its scenario. */
export function judgeTransfers(file: CustomerFile, given: Given): JudgedTransfers {
  const keys = new Set<string>();
  const payments: BankPayment[] = [];
  const events: BankEvent[] = [];
  let [rejected, silent] = [0, 0];
  for (const [index, instruction] of given.instructions.entries()) {
    const own = keysOf(instruction);
    const isRepeat = own.find((key) => keys.has(key) || file.books.keys.has(key));
    const reason =
      isRepeat === undefined ? problemOf(file, instruction, given.problemsAt(index)) : repeatReason(isRepeat);
    const payment = paymentOf(file, given, { instruction, index });
    if (reason !== undefined) {
      rejected += 1;
      events.push(rejection(file, payment, reason));
      continue;
    }
    for (const key of own) keys.add(key);
    const { scenario } = chosenScenario({
      method: payment.method,
      accountNumber: instruction.creditorAccount,
      amountMinor: payment.amountMinor,
      reference: own.join(" "),
      seed: file.seed,
    });
    const isSilent = scenario.kind === "silent";
    silent += isSilent ? 1 : 0;
    events.push(
      ...scriptTransfer({
        payment,
        scenario,
        receivedAt: file.receivedAt,
        startsAt: startOf(instruction, file.receivedAt),
        networkReference: networkReferenceOf(file, { instruction, position: payments.length }),
        clearingSystem: given.clearingSystem,
        creditorName: instruction.creditorName,
        remittance: instruction.remittance,
      }),
    );
    payments.push({ ...payment, isSilent });
  }
  return { keys: [...keys], payments, events, rejected, silent };
}

const keysOf = ({ transaction }: TransferInstruction): readonly string[] => [
  `endToEnd:${transaction.endToEndId}`,
  ...(transaction.uetr === undefined ? [] : [`uetr:${transaction.uetr}`]),
];

const repeatReason = (key: string): StatusReason =>
  key.startsWith("uetr:")
    ? reasonOf("DUPL", "The UETR was used before")
    : reasonOf("DU04", "The end-to-end identification was used before");

function problemOf(
  { agreement, receivedAt }: CustomerFile,
  instruction: TransferInstruction,
  problems: readonly string[],
): StatusReason | undefined {
  const { method, amount, executionDate } = instruction;
  if (agreement.transfers === undefined || method === undefined)
    return reasonOf("AG03", "Payments of this type were not agreed");
  if (problems.length > 0) return reasonOf("FF02", ...problems);
  if (!agreement.accounts.some(({ number }) => number === instruction.debtorAccount))
    return reasonOf("AC02", "The debtor's account is not one of this customer");
  if (!isOurAgent(agreement, instruction.debtorAgent)) return reasonOf("RC03", "The debtor's agent is not this bank");
  if (amount === undefined || amount.Ccy !== "USD") return reasonOf("AM03", "Only US dollars were agreed");
  if (amount.amountMinor === 0n) return reasonOf("AM01", "The amount is zero");
  const limit = agreedCents(isInstant(method) ? agreement.transfers.realTimeLimit : agreement.transfers.wireLimit);
  if (amount.amountMinor > limit) return reasonOf("AM02", "The amount is above the agreed limit");
  return dateProblem(executionDate, method, newYorkDate(receivedAt));
}

function dateProblem(
  executionDate: string | undefined,
  method: TransferInstruction["method"],
  today: Temporal.PlainDate,
): StatusReason | undefined {
  if (executionDate === undefined) return undefined;
  if (executionDate < today.subtract({ days: 1 }).toString())
    return reasonOf("DT01", `The requested date ${executionDate} is in the past`);
  if (isInstant(method) && executionDate > today.add({ days: 1 }).toString())
    return reasonOf("DT04", "Real-time payments cannot have a future date");
  return executionDate > today.add({ days: EXECUTION_DAYS_MAX }).toString()
    ? reasonOf("DT01", `The requested date ${executionDate} is too far ahead`)
    : undefined;
}

const isOurAgent = ({ routingNumber, bic }: BankAgreement, agent: string | undefined): boolean =>
  agent === routingNumber || agent === bic || (agent !== undefined && agent.length === 11 && agent.slice(0, 8) === bic);

interface OneInstruction {
  readonly instruction: TransferInstruction;
  readonly index: number;
}

const paymentOf = (
  { fileId }: CustomerFile,
  { original, channel }: Given,
  { instruction, index }: OneInstruction,
): BankPayment => ({
  paymentId: `${fileId}-${index}`,
  method: instruction.method ?? "domesticWire",
  channel,
  original,
  accountNumber: instruction.debtorAccount,
  amountMinor: instruction.amount?.amountMinor ?? 0n,
  batchId: instruction.batchId,
  transaction: instruction.transaction,
  payee: { accountNumber: instruction.creditorAccount, name: instruction.creditorName },
  isSilent: false,
});

const rejection = (
  { receivedAt }: CustomerFile,
  { paymentId, channel, original, batchId, transaction, method }: BankPayment,
  reason: StatusReason,
): BankEvent => ({
  kind: "paymentStatus",
  paymentId,
  channel,
  original,
  batchId,
  copy: 0,
  at: checkedAt(receivedAt, { isRealTime: channel === "pacs.002" || isInstant(method) }),
  status: { original: transaction, status: "RJCT", reasons: [reason] },
});

/** Payments of a later day begin when the bank opens on it. */
function startOf({ executionDate }: TransferInstruction, receivedAt: Date): Date {
  if (executionDate === undefined) return receivedAt;
  const opens = newYorkInstant(Temporal.PlainDate.from(executionDate), Temporal.PlainTime.from("08:00"));
  return executionDate > newYorkDate(receivedAt).toString() ? opens : receivedAt;
}

/** The simulated bank's terminal at the Fedwire Funds Service. */
const TERMINAL = "BURSAR1B";
const IMAD_NUMBERS = 999_999;

function networkReferenceOf(
  { books, receivedAt }: CustomerFile,
  { instruction, position }: { readonly instruction: TransferInstruction; readonly position: number },
): string | undefined {
  if (instruction.method !== "domesticWire") return undefined;
  return imad({
    inputCycleDate: newYorkDate(startOf(instruction, receivedAt)),
    inputSource: TERMINAL,
    inputSequenceNumber: ((books.payments.size + position) % IMAD_NUMBERS) + 1,
  });
}
