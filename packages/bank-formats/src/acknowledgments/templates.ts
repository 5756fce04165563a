import type {
  AcknowledgmentTemplate,
  CsvAcknowledgmentTemplate,
  FieldWords,
  TextAcknowledgmentTemplate,
} from "./acknowledgment-template.ts";

/** Forms that many banks use, with the words that they have for the same thing. A bank with others gets its own template. */

const statusWords: AcknowledgmentTemplate["statusWords"] = {
  received: ["RECEIVED", "IN PROCESS", "PROCESSING", "PENDING"],
  accepted: ["ACCEPTED", "PROCESSED", "CONFIRMED", "SUCCESSFUL", "SUCCESS", "PASSED", "COMPLETE", "COMPLETED"],
  partlyAccepted: [
    "PARTIALLY ACCEPTED",
    "PARTIAL",
    "ACCEPTED WITH ERRORS",
    "ACCEPTED WITH EXCEPTIONS",
    "ACCEPTED WITH REJECTS",
    "PROCESSED WITH ERRORS",
  ],
  rejected: ["REJECTED", "FAILED", "FAILURE", "DECLINED", "INVALID", "SUSPENDED"],
};

const words: FieldWords = {
  fileName: ["FILE NAME", "FILENAME", "INPUT FILE NAME", "INPUT FILE", "TRANSMITTED FILE"],
  immediateOrigin: ["IMMEDIATE ORIGIN", "IMMEDIATE ORIGIN ID", "ORIGIN ID", "ORIGIN"],
  immediateDestination: ["IMMEDIATE DESTINATION", "IMMEDIATE DESTINATION ID", "DESTINATION ID", "DESTINATION"],
  creationDate: ["FILE CREATION DATE", "CREATION DATE", "FILE DATE", "FILE CREATION DATE/TIME", "FILE CREATED"],
  creationTime: ["FILE CREATION TIME", "CREATION TIME", "FILE TIME"],
  fileIdModifier: ["FILE ID MODIFIER", "ID MODIFIER", "FILE ID", "MODIFIER"],
  batchCount: ["BATCH COUNT", "NUMBER OF BATCHES", "TOTAL BATCHES", "BATCHES"],
  entryCount: ["ENTRY/ADDENDA COUNT", "ENTRY COUNT", "NUMBER OF ENTRIES", "TOTAL ENTRIES", "ITEM COUNT", "ENTRIES"],
  totalDebit: ["TOTAL DEBIT AMOUNT", "TOTAL DEBITS", "TOTAL DEBIT", "DEBIT AMOUNT", "DEBITS"],
  totalCredit: ["TOTAL CREDIT AMOUNT", "TOTAL CREDITS", "TOTAL CREDIT", "CREDIT AMOUNT", "CREDITS"],
  bankReference: ["CONFIRMATION NUMBER", "CONFIRMATION #", "CONFIRMATION NO", "REFERENCE NUMBER", "TRACKING NUMBER"],
  status: ["FILE STATUS", "PROCESSING STATUS", "STATUS", "DISPOSITION", "RESULT"],
  rejectedCount: ["REJECTED ENTRIES", "ENTRIES REJECTED", "REJECTED ITEMS", "ITEMS REJECTED", "REJECT COUNT"],
  code: ["REASON CODE", "REJECT CODE", "ERROR CODE", "RETURN CODE"],
  reason: ["REJECT REASON", "REASON FOR REJECTION", "REASON DESCRIPTION", "ERROR MESSAGE", "REASON", "ERROR"],
  traceNumber: ["TRACE NUMBER", "TRACE NO", "TRACE #", "TRACE"],
  batchNumber: ["BATCH NUMBER", "BATCH NO", "BATCH #"],
  amount: ["ENTRY AMOUNT", "AMOUNT"],
};

/** A confirmation as an email or report has it. */
export const confirmationTemplate: TextAcknowledgmentTemplate = {
  name: "confirmation",
  title: "Confirmation with labels",
  kind: "text",
  titles: [
    "ACH FILE CONFIRMATION",
    "ACH FILE ACKNOWLEDGMENT",
    "ACH FILE ACKNOWLEDGEMENT",
    "ACH FILE RECEIPT",
    "FILE TRANSMISSION CONFIRMATION",
    "FILE CONFIRMATION REPORT",
  ],
  labels: words,
  rejectColumns: [
    { title: "TRACE NUMBER", field: "traceNumber" },
    { title: "AMOUNT", field: "amount" },
    { title: "REASON", field: "reason" },
  ],
  statusWords,
  dates: "monthDayYear",
  amounts: "dollars",
};

/** What ACH operators report for each file (Nacha Operating Rules, Appendix Two 2.1), with rejected batches. */
export const operatorTemplate: TextAcknowledgmentTemplate = {
  ...confirmationTemplate,
  name: "operator",
  title: "Acknowledgment in the fields of ACH operators",
  titles: ["FILE ACKNOWLEDGMENT", "FILE ACKNOWLEDGEMENT", "INPUT FILE PROCESSED", "ORIGINATION FILE REPORT"],
  rejectColumns: [
    { title: "BATCH NUMBER", field: "batchNumber" },
    { title: "COMPANY ID", field: undefined },
    { title: "AMOUNT", field: "amount" },
    { title: "REASON", field: "reason" },
  ],
};

/** A table with one row for each file, and perhaps one for each entry. */
export const csvTemplate: CsvAcknowledgmentTemplate = {
  name: "csv",
  title: "Table with column titles (CSV)",
  kind: "csv",
  delimiter: ",",
  columns: words,
  required: ["status"],
  statusWords: {
    ...statusWords,
    received: [...(statusWords.received ?? []), "RCVD"],
    accepted: [...(statusWords.accepted ?? []), "A", "ACK", "OK"],
    rejected: [...(statusWords.rejected ?? []), "R", "NAK", "RJCT"],
  },
  dates: "monthDayYear",
  amounts: "dollars",
};

/** In the order in which a file is compared with them. */
export const acknowledgmentTemplates: readonly AcknowledgmentTemplate[] = [
  confirmationTemplate,
  operatorTemplate,
  csvTemplate,
];
