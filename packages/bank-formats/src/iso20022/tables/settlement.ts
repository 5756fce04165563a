import { choice, optional, sequence } from "../schema/element-types.ts";
import { CashAccount38 } from "./accounts.ts";
import { SettlementMethod1Code } from "./code-lists.ts";
import { BranchAndFinancialInstitutionIdentification6 } from "./parties-and-agents.ts";
import { ExternalCashClearingSystem1Code, ISODateTime, Max35Text } from "./simple-types.ts";

/** How agents settle with each other: clearing system or account. */

const ClearingSystemIdentification3Choice = choice("ClearingSystemIdentification3Choice", {
  Cd: ExternalCashClearingSystem1Code,
  Prtry: Max35Text,
});

export const SettlementDateTimeIndication1 = sequence("SettlementDateTimeIndication1", {
  DbtDtTm: optional(ISODateTime),
  CdtDtTm: optional(ISODateTime),
});

export const SettlementInstruction7 = sequence("SettlementInstruction7", {
  SttlmMtd: SettlementMethod1Code,
  SttlmAcct: optional(CashAccount38),
  ClrSys: optional(ClearingSystemIdentification3Choice),
  InstgRmbrsmntAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstgRmbrsmntAgtAcct: optional(CashAccount38),
  InstdRmbrsmntAgt: optional(BranchAndFinancialInstitutionIdentification6),
  InstdRmbrsmntAgtAcct: optional(CashAccount38),
  ThrdRmbrsmntAgt: optional(BranchAndFinancialInstitutionIdentification6),
  ThrdRmbrsmntAgtAcct: optional(CashAccount38),
});
