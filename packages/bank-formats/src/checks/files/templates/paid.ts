import type { CheckFileTemplate } from "../template/check-template.ts";
import { checkAmount, digits, filler, payeeText } from "./fields.ts";

/** Paid checks and exceptions with titles, for banks that export the columns a customer chooses. */
export const genericPaidCsv: CheckFileTemplate = {
  id: "generic-paid-csv",
  bank: "Any bank that exports chosen columns",
  title: "Paid checks and exceptions, comma-separated with titles",
  purpose: "paid",
  source: {
    document: "A layout of Bursar's own",
    url: "",
    basis: "own",
    unverified: ["That the bank's export can be given these columns and codes"],
  },
  layout: { kind: "delimited", delimiter: ",", quotes: "whenNeeded", titles: true },
  lineEnd: "crlf",
  detail: [
    digits("Account Number", "accountNumber", 17, "none"),
    digits("Check Number", "checkNumber", 15, "none"),
    checkAmount("Amount", 14, "explicit", "none"),
    { name: "Paid Date", kind: "date", of: "paidDate", width: 10, format: "MM/DD/YYYY", optional: true },
    payeeText("Payee", "payee", 96, false),
    {
      name: "Status",
      kind: "code",
      width: 16,
      codes: {
        paid: "PAID",
        stopped: "STOPPED",
        void: "VOID",
        returned: "RETURNED",
        outstanding: "OUTSTANDING",
        paidWithoutIssue: "NOT ISSUED",
        amountMismatch: "AMOUNT MISMATCH",
        payeeMismatch: "PAYEE MISMATCH",
        paidTwice: "DUPLICATE",
        paidAfterStop: "PAID OVER STOP",
        paidAfterVoid: "PAID VOID",
        stale: "STALE",
      },
    },
  ],
  order: "asGiven",
  oneAccount: false,
};

/** As the sandbox's bank reports checks: with the reason why it did not pay one, which few banks put into this file. */
export const sandboxPaidCsv: CheckFileTemplate = {
  ...genericPaidCsv,
  id: "sandbox-paid-csv",
  bank: "The bank of the sandbox",
  title: "Paid checks and exceptions with reasons, comma-separated with titles",
  source: {
    document: "The layout of Bursar's simulated bank",
    url: "",
    basis: "own",
    unverified: ["Whether a real bank reports reasons in this file, and with which codes"],
  },
  detail: [...genericPaidCsv.detail, payeeText("Reason", "reason", 20, false)],
};

/** The status of each check as fixed-width text; P is paid, S is stopped. */
export const reconciliationFixed: CheckFileTemplate = {
  id: "reconciliation-fixed",
  bank: "Several banks in Texas",
  title: "Paid and stopped checks, 50 characters",
  purpose: "paid",
  source: {
    document: "Texas Computer Cooperative, Auto Bank Reconciliation File Layout",
    url: "https://tcc-help.net/txeis/interfaces/doku.php/business/auto_bank_reconciliation",
    basis: "vendor",
    unverified: ["Codes other than P and S, which the source gives as examples"],
  },
  layout: { kind: "fixed", length: 50 },
  lineEnd: "crlf",
  detail: [
    digits("Bank account number", "accountNumber", 12, "zeros"),
    filler(7),
    digits("Check number", "checkNumber", 6, "zeros"),
    checkAmount("Amount", 12, "implied", "zeros"),
    { name: "Date paid", kind: "date", of: "paidDate", width: 8, format: "YYYYMMDD", onlyFor: ["paid"] },
    filler(4),
    { name: "Record indicator", kind: "code", width: 1, codes: { paid: "P", stopped: "S" } },
  ],
  order: "asGiven",
  oneAccount: false,
};

/** The check status export of a cash management system that many community banks use. */
export const statusCsv: CheckFileTemplate = {
  id: "status-csv",
  bank: "Community banks (firstamb.net cash management)",
  title: "Status of all checks, comma-separated",
  purpose: "paid",
  source: {
    document: "firstamb.net cash management help, ASCII Text, Comma Delimited",
    url: "https://www.firstamb.net/customer_demo/help/ASCII_Text_Comma_Delimited1.htm",
    basis: "vendor",
    unverified: [
      "The date: the page says MMDDYY or eight digits, and its sample has eight; six digits are refused",
      "The amount: the page asks for a decimal point, and some lines of its sample have none; those are refused",
    ],
  },
  layout: { kind: "delimited", delimiter: ",", quotes: "never", titles: false },
  lineEnd: "crlf",
  detail: [
    digits("Account Number", "accountNumber", 19, "none"),
    { name: "Check Issue Date", kind: "date", of: "issueDate", width: 8, format: "MMDDYYYY" },
    digits("Check Serial Number", "checkNumber", 9, "none"),
    checkAmount("Check Amount", 11, "explicit", "none"),
    payeeText("Payee", "payee", 40, false),
    payeeText("User Data", "reference", 20, false),
    {
      name: "Status",
      kind: "code",
      width: 2,
      codes: {
        outstanding: "0",
        paid: "1",
        paidWithoutIssue: "2",
        paidTwice: "3",
        paidAfterVoid: "4",
        void: "5",
        deleted: "6",
        stopped: "7",
        paidAfterStop: "8",
        stale: "9",
        amountMismatch: "10",
      },
    },
  ],
  order: "asGiven",
  oneAccount: false,
};
