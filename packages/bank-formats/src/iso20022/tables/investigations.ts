import { choice, optional, repeated, sequence } from "../schema/element-types.ts";
import {
  ActiveCurrencyAndAmount,
  ActiveOrHistoricCurrencyAndAmount,
  DateAndDateTime2Choice,
} from "./amounts-and-dates.ts";
import { BranchAndFinancialInstitutionIdentification6, PartyIdentification135 } from "./parties-and-agents.ts";
import {
  ExternalClaimNonReceiptRejection1Code,
  ExternalPaymentCompensationReason1Code,
  ExternalPaymentModificationRejection1Code,
  ISODate,
  ISODateTime,
  Max35Text,
  Max105Text,
  UUIDv4Identifier,
} from "./simple-types.ts";

/** Corrections and claims that an answer to an investigation (camt.029) can report. */

const ClaimNonReceipt2 = sequence("ClaimNonReceipt2", {
  DtPrcd: ISODate,
  OrgnlNxtAgt: optional(BranchAndFinancialInstitutionIdentification6),
});

const ClaimNonReceiptRejectReason1Choice = choice("ClaimNonReceiptRejectReason1Choice", {
  Cd: ExternalClaimNonReceiptRejection1Code,
  Prtry: Max35Text,
});

export const ClaimNonReceipt2Choice = choice("ClaimNonReceipt2Choice", {
  Accptd: ClaimNonReceipt2,
  Rjctd: ClaimNonReceiptRejectReason1Choice,
});

const CompensationReason1Choice = choice("CompensationReason1Choice", {
  Cd: ExternalPaymentCompensationReason1Code,
  Prtry: Max35Text,
});

export const Compensation2 = sequence("Compensation2", {
  Amt: ActiveCurrencyAndAmount,
  DbtrAgt: BranchAndFinancialInstitutionIdentification6,
  CdtrAgt: BranchAndFinancialInstitutionIdentification6,
  Rsn: CompensationReason1Choice,
});

const CorrectiveGroupInformation1 = sequence("CorrectiveGroupInformation1", {
  MsgId: Max35Text,
  MsgNmId: Max35Text,
  CreDtTm: optional(ISODateTime),
});

const CorrectiveInterbankTransaction2 = sequence("CorrectiveInterbankTransaction2", {
  GrpHdr: optional(CorrectiveGroupInformation1),
  InstrId: optional(Max35Text),
  EndToEndId: optional(Max35Text),
  TxId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  IntrBkSttlmAmt: ActiveOrHistoricCurrencyAndAmount,
  IntrBkSttlmDt: ISODate,
});

const CorrectivePaymentInitiation4 = sequence("CorrectivePaymentInitiation4", {
  GrpHdr: optional(CorrectiveGroupInformation1),
  PmtInfId: optional(Max35Text),
  InstrId: optional(Max35Text),
  EndToEndId: optional(Max35Text),
  UETR: optional(UUIDv4Identifier),
  InstdAmt: ActiveOrHistoricCurrencyAndAmount,
  ReqdExctnDt: optional(DateAndDateTime2Choice),
  ReqdColltnDt: optional(ISODate),
});

export const CorrectiveTransaction4Choice = choice("CorrectiveTransaction4Choice", {
  Initn: CorrectivePaymentInitiation4,
  IntrBk: CorrectiveInterbankTransaction2,
});

export const ModificationStatusReason1Choice = choice("ModificationStatusReason1Choice", {
  Cd: ExternalPaymentModificationRejection1Code,
  Prtry: Max35Text,
});

export const ModificationStatusReason2 = sequence("ModificationStatusReason2", {
  Orgtr: optional(PartyIdentification135),
  Rsn: optional(ModificationStatusReason1Choice),
  AddtlInf: repeated(Max105Text),
});
