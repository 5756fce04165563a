import { optional, repeated, sequence } from "../schema/element-types.ts";
import { CashAccount38 } from "./accounts.ts";
import { ActiveOrHistoricCurrencyAndAmount, AmountType4Choice, DateAndDateTime2Choice } from "./amounts-and-dates.ts";
import { PaymentMethod4Code } from "./code-lists.ts";
import { MandateRelatedData1Choice } from "./mandates.ts";
import { ReturnReason5Choice } from "./originals-and-reasons.ts";
import {
  BranchAndFinancialInstitutionIdentification6,
  Party40Choice,
  PartyIdentification135,
} from "./parties-and-agents.ts";
import {
  InstructionForCreditorAgent3,
  InstructionForNextAgent1,
  PaymentTypeInformation27,
  Purpose2Choice,
} from "./payment-types.ts";
import { RemittanceInformation16 } from "./remittance.ts";
import { SettlementInstruction7 } from "./settlement.ts";
import { ISODate, ISODateTime, Max35Text, Max105Text } from "./simple-types.ts";
import { TaxInformation8 } from "./tax.ts";

/** The parties and the original transaction that a payment return (pacs.004) quotes. */

const CreditTransferTransaction45 = sequence("CreditTransferTransaction45", {
  UltmtDbtr: optional(PartyIdentification135),
  InitgPty: optional(PartyIdentification135),
  Dbtr: PartyIdentification135,
  DbtrAcct: optional(CashAccount38),
  DbtrAgt: BranchAndFinancialInstitutionIdentification6,
  DbtrAgtAcct: optional(CashAccount38),
  PrvsInstgAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt1Acct: optional(CashAccount38),
  PrvsInstgAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt2Acct: optional(CashAccount38),
  PrvsInstgAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt3Acct: optional(CashAccount38),
  IntrmyAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt1Acct: optional(CashAccount38),
  IntrmyAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt2Acct: optional(CashAccount38),
  IntrmyAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt3Acct: optional(CashAccount38),
  CdtrAgt: BranchAndFinancialInstitutionIdentification6,
  CdtrAgtAcct: optional(CashAccount38),
  Cdtr: PartyIdentification135,
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(PartyIdentification135),
  InstrForCdtrAgt: repeated(InstructionForCreditorAgent3),
  InstrForNxtAgt: repeated(InstructionForNextAgent1),
  Tax: optional(TaxInformation8),
  RmtInf: optional(RemittanceInformation16),
  InstdAmt: optional(ActiveOrHistoricCurrencyAndAmount),
});

export const PaymentReturnReason6 = sequence("PaymentReturnReason6", {
  Orgtr: optional(PartyIdentification135),
  Rsn: optional(ReturnReason5Choice),
  AddtlInf: repeated(Max105Text),
});

export const OriginalGroupHeader18 = sequence("OriginalGroupHeader18", {
  OrgnlMsgId: Max35Text,
  OrgnlMsgNmId: Max35Text,
  OrgnlCreDtTm: optional(ISODateTime),
  RtrRsnInf: repeated(PaymentReturnReason6),
});

export const OriginalTransactionReference32 = sequence("OriginalTransactionReference32", {
  IntrBkSttlmAmt: optional(ActiveOrHistoricCurrencyAndAmount),
  Amt: optional(AmountType4Choice),
  IntrBkSttlmDt: optional(ISODate),
  ReqdColltnDt: optional(ISODate),
  ReqdExctnDt: optional(DateAndDateTime2Choice),
  CdtrSchmeId: optional(PartyIdentification135),
  SttlmInf: optional(SettlementInstruction7),
  PmtTpInf: optional(PaymentTypeInformation27),
  PmtMtd: optional(PaymentMethod4Code),
  MndtRltdInf: optional(MandateRelatedData1Choice),
  RmtInf: optional(RemittanceInformation16),
  UltmtDbtr: optional(Party40Choice),
  Dbtr: optional(Party40Choice),
  DbtrAcct: optional(CashAccount38),
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  DbtrAgtAcct: optional(CashAccount38),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgtAcct: optional(CashAccount38),
  Cdtr: optional(Party40Choice),
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(Party40Choice),
  Purp: optional(Purpose2Choice),
  UndrlygCstmrCdtTrf: optional(CreditTransferTransaction45),
});

export const TransactionParties8 = sequence("TransactionParties8", {
  UltmtDbtr: optional(Party40Choice),
  Dbtr: Party40Choice,
  DbtrAcct: optional(CashAccount38),
  InitgPty: optional(Party40Choice),
  DbtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  DbtrAgtAcct: optional(CashAccount38),
  PrvsInstgAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt1Acct: optional(CashAccount38),
  PrvsInstgAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt2Acct: optional(CashAccount38),
  PrvsInstgAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  PrvsInstgAgt3Acct: optional(CashAccount38),
  IntrmyAgt1: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt1Acct: optional(CashAccount38),
  IntrmyAgt2: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt2Acct: optional(CashAccount38),
  IntrmyAgt3: optional(BranchAndFinancialInstitutionIdentification6),
  IntrmyAgt3Acct: optional(CashAccount38),
  CdtrAgt: optional(BranchAndFinancialInstitutionIdentification6),
  CdtrAgtAcct: optional(CashAccount38),
  Cdtr: Party40Choice,
  CdtrAcct: optional(CashAccount38),
  UltmtCdtr: optional(Party40Choice),
});
