import { optional, repeated, sequence, several } from "../schema/element-types.ts";
import { CashAccount38 } from "../tables/accounts.ts";
import { DateTimePeriod1, SupplementaryData1 } from "../tables/amounts-and-dates.ts";
import { CopyDuplicate1Code } from "../tables/code-lists.ts";
import { ISODateTime, Max35Text, Max500Text, NumberText } from "../tables/simple-types.ts";
import {
  AccountInterest4,
  CashAccount39,
  CashBalance8,
  GroupHeader81,
  Pagination1,
  ReportingSource1Choice,
  TotalTransactions6,
} from "../tables/statements/balances-and-summaries.ts";
import { SequenceRange1Choice } from "../tables/statements/card-transactions.ts";
import { ReportEntry10 } from "../tables/statements/entries.ts";

/** BankToCustomerAccountReport: what happened on an account during the day. */

const AccountReport25 = sequence("AccountReport25", {
  Id: Max35Text,
  RptPgntn: optional(Pagination1),
  ElctrncSeqNb: optional(NumberText),
  RptgSeq: optional(SequenceRange1Choice),
  LglSeqNb: optional(NumberText),
  CreDtTm: optional(ISODateTime),
  FrToDt: optional(DateTimePeriod1),
  CpyDplctInd: optional(CopyDuplicate1Code),
  RptgSrc: optional(ReportingSource1Choice),
  Acct: CashAccount39,
  RltdAcct: optional(CashAccount38),
  Intrst: repeated(AccountInterest4),
  Bal: repeated(CashBalance8),
  TxsSummry: optional(TotalTransactions6),
  Ntry: repeated(ReportEntry10),
  AddtlRptInf: optional(Max500Text),
});

export const BankToCustomerAccountReportV08 = sequence("BankToCustomerAccountReportV08", {
  GrpHdr: GroupHeader81,
  Rpt: several(AccountReport25),
  SplmtryData: repeated(SupplementaryData1),
});
