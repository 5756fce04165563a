import type { CustomerPaymentType } from "../builders/customer-transfers.ts";
import type { MessageContent } from "../messages/message-tables.ts";
import type { MessageProblem } from "../schema/problems.ts";
import { addressProblems } from "./postal-address-rules.ts";

/** What a customer's file (pain.001) says for each rail. */
export type CustomerRail = "ach" | "sameDayAch" | "domesticWire" | "internationalWire" | "realTime" | "check";

/**
 * The payment types that most US banks expect (implementation guides of U.S. Bank and J.P. Morgan for pain.001; common
 * global implementation, CGI-MP, template of 2021). Banks differ, so a connection may have its own.
 */
export const customerPaymentTypes: Readonly<Record<CustomerRail, CustomerPaymentType>> = {
  ach: { method: "TRF", serviceLevel: "NURG", localInstrument: "CCD" },
  sameDayAch: { method: "TRF", serviceLevel: "SDVA", localInstrument: "CCD" },
  domesticWire: { method: "TRF", serviceLevel: "URGP" },
  internationalWire: { method: "TRF", serviceLevel: "URGP", categoryPurpose: "SUPP" },
  realTime: { method: "TRF", serviceLevel: "URNS", proprietaryInstrument: "RTP" },
  check: { method: "CHK", serviceLevel: "NURG" },
};

type Content = MessageContent<"pain.001.001.09">;
type Batch = Content["PmtInf"][number];
type Transfer = Batch["CdtTrfTxInf"][number];

/** The requirements of each rail that the message definition leaves open. */
interface RailRules {
  readonly isDollarsOnly: boolean;
  /** `amountMinor`, in cents. */
  readonly amountMinorMax?: bigint;
  readonly needsUetr: boolean;
  readonly needsCreditorAddress: boolean;
  /** The creditor's bank by routing number, by BIC, or, for checks, not at all. */
  readonly creditorAgent: "routingNumber" | "bic" | "none";
  readonly needsChargeBearer: boolean;
}

const DOMESTIC: RailRules = {
  isDollarsOnly: true,
  needsUetr: false,
  needsCreditorAddress: false,
  creditorAgent: "routingNumber",
  needsChargeBearer: false,
};

const rules: Readonly<Record<CustomerRail, RailRules>> = {
  ach: DOMESTIC,
  // The limit of same-day entries (Nacha Operating Rules, since March 18, 2022).
  sameDayAch: { ...DOMESTIC, amountMinorMax: 100_000_000n },
  domesticWire: { ...DOMESTIC, needsUetr: true },
  internationalWire: {
    isDollarsOnly: false,
    needsUetr: true,
    // Optional in CBPR+ (usage guideline of pacs.008, `Cdtr`). A bank that needs it rejects with BE04.
    needsCreditorAddress: false,
    creditorAgent: "bic",
    needsChargeBearer: true,
  },
  // RTP since February 2025; FedNow has the same limit. A bank's own may be lower.
  realTime: { ...DOMESTIC, needsUetr: true, amountMinorMax: 1_000_000_000n },
  check: { ...DOMESTIC, needsCreditorAddress: true, creditorAgent: "none" },
};

/** The rules of a rail that a customer's file violates; none if a strict bank will accept it. */
export function customerTransferProblems(rail: CustomerRail, content: Content): readonly MessageProblem[] {
  return content.PmtInf.flatMap((batch, index) => {
    const path = `Document/CstmrCdtTrfInitn/PmtInf[${index + 1}]`;
    return [
      ...batchProblems(rail, path, batch),
      ...batch.CdtTrfTxInf.flatMap((transfer, at) =>
        transferProblems(rules[rail], `${path}/CdtTrfTxInf[${at + 1}]`, transfer),
      ),
    ];
  });
}

function batchProblems(rail: CustomerRail, path: string, batch: Batch): readonly MessageProblem[] {
  const problems: MessageProblem[] = [];
  const method = customerPaymentTypes[rail].method;
  if (batch.PmtMtd !== method)
    problems.push({ path: `${path}/PmtMtd`, rule: `must be ${method}`, value: batch.PmtMtd });
  if (batch.Dbtr.Nm === undefined) problems.push({ path: `${path}/Dbtr/Nm`, rule: "is missing" });
  return [...problems, ...addressProblems(`${path}/Dbtr`, batch.Dbtr)];
}

function transferProblems(rail: RailRules, path: string, transfer: Transfer): readonly MessageProblem[] {
  const problems: MessageProblem[] = [];
  const amount = transfer.Amt.InstdAmt ?? transfer.Amt.EqvtAmt.Amt;
  if (rail.isDollarsOnly && amount.Ccy !== "USD")
    problems.push({ path: `${path}/Amt/InstdAmt`, rule: "must be in USD", value: amount.Ccy });
  if (amount.amountMinor === 0n) problems.push({ path: `${path}/Amt/InstdAmt`, rule: "must be more than zero" });
  if (rail.amountMinorMax !== undefined && amount.amountMinor > rail.amountMinorMax)
    problems.push({ path: `${path}/Amt/InstdAmt`, rule: `may be at most ${rail.amountMinorMax / 100n}.00` });
  if (rail.needsUetr && transfer.PmtId.UETR === undefined)
    problems.push({ path: `${path}/PmtId/UETR`, rule: "is missing" });
  if (rail.needsChargeBearer && transfer.ChrgBr === undefined)
    problems.push({ path: `${path}/ChrgBr`, rule: "is missing: DEBT, SHAR, or CRED" });
  return [...problems, ...creditorProblems(rail, path, transfer)];
}

function creditorProblems(rail: RailRules, path: string, transfer: Transfer): readonly MessageProblem[] {
  const problems: MessageProblem[] = [];
  const { Cdtr: creditor, CdtrAgt: agent, CdtrAcct: account } = transfer;
  if (creditor?.Nm === undefined) problems.push({ path: `${path}/Cdtr/Nm`, rule: "is missing" });
  if (rail.needsCreditorAddress && creditor?.PstlAdr === undefined)
    problems.push({ path: `${path}/Cdtr/PstlAdr`, rule: "is missing" });
  problems.push(...addressProblems(`${path}/Cdtr`, creditor));
  if (rail.creditorAgent === "none") return problems;
  if (account === undefined) problems.push({ path: `${path}/CdtrAcct`, rule: "is missing" });
  const institution = agent?.FinInstnId;
  if (rail.creditorAgent === "bic" && institution?.BICFI === undefined)
    problems.push({ path: `${path}/CdtrAgt/FinInstnId/BICFI`, rule: "is missing" });
  if (rail.creditorAgent === "routingNumber" && institution?.ClrSysMmbId?.ClrSysId?.Cd !== "USABA")
    problems.push({
      path: `${path}/CdtrAgt/FinInstnId/ClrSysMmbId`,
      rule: "must be a routing number with the code USABA",
    });
  return problems;
}
