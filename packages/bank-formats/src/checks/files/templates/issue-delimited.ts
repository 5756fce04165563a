import type { CheckFileTemplate } from "../template/check-template.ts";
import { checkAmount, digits, payeeText } from "./fields.ts";

/** A list with titles that people can read, for banks that map columns on upload. */
export const genericCsv: CheckFileTemplate = {
  id: "generic-csv",
  bank: "Any bank that maps columns",
  title: "Issued and void checks, comma-separated with titles",
  purpose: "issue",
  source: {
    document: "A layout of Bursar's own",
    url: "",
    basis: "own",
    unverified: ["That the bank can map the columns, and reads I as issued and V as void"],
  },
  layout: { kind: "delimited", delimiter: ",", quotes: "whenNeeded", titles: true },
  lineEnd: "crlf",
  detail: [
    digits("Account Number", "accountNumber", 17, "none"),
    digits("Check Number", "checkNumber", 15, "none"),
    checkAmount("Amount", 14, "explicit", "none"),
    { name: "Issue Date", kind: "date", of: "issueDate", width: 10, format: "MM/DD/YYYY" },
    payeeText("Payee", "payee", 96, true),
    { name: "Status", kind: "code", width: 1, codes: { issued: "I", void: "V" } },
    { name: "Void Date", kind: "date", of: "voidDate", width: 10, format: "MM/DD/YYYY", onlyFor: ["void"] },
  ],
  order: "checkNumber",
  oneAccount: false,
};

/** Chase Business Online: upload by 10:00 p.m. Eastern Time on the business day before the checks are issued. */
export const chaseCsv: CheckFileTemplate = {
  id: "chase-csv",
  bank: "JPMorgan Chase",
  title: "Chase Business Online, comma-separated",
  purpose: "issue",
  source: {
    document:
      "JPMorgan Chase, Check Protection Services: file upload guide, as summarized by positivepaymaker.com/formats.md",
    url: "https://www.chase.com/content/dam/chaseonline/en/legacy/content/secure/sso/document/file-upload-guide.pdf",
    basis: "bank",
    unverified: [
      "The guide itself was not available; columns, codes, and lengths are from the summary, which cites it",
    ],
  },
  layout: { kind: "delimited", delimiter: ",", quotes: "never", titles: false },
  lineEnd: "crlf",
  detail: [
    // C is a check that was canceled.
    { name: "Issue/void code", kind: "code", width: 1, codes: { issued: "I", void: "C" } },
    digits("Account number", "accountNumber", 17, "none"),
    digits("Check number", "checkNumber", 15, "none"),
    { name: "Issue date", kind: "date", of: "issueDate", width: 6, format: "MMDDYY" },
    checkAmount("Amount", 14, "explicit", "none"),
    // Uploads with longer names fail.
    payeeText("Payee name", "payee", 40, true),
  ],
  order: "checkNumber",
  oneAccount: true,
};

/** U.S. Bank SinglePoint. The bank publishes no layout; each customer receives one when the service is set up. */
export const usBankCsv: CheckFileTemplate = {
  id: "us-bank-csv",
  bank: "U.S. Bank",
  title: "U.S. Bank SinglePoint, comma-separated",
  purpose: "issue",
  source: {
    document: "positivepaymaker.com, How to create a U.S. Bank positive pay file for SinglePoint",
    url: "https://positivepaymaker.com/banks/us-bank-positive-pay",
    basis: "vendor",
    unverified: [
      "Order of the columns, form of the date, and length of the payee: the source names the columns and the codes ISS and CN only",
    ],
  },
  layout: { kind: "delimited", delimiter: ",", quotes: "never", titles: false },
  lineEnd: "crlf",
  detail: [
    digits("Account number", "accountNumber", 12, "none"),
    digits("Check number", "checkNumber", 10, "none"),
    checkAmount("Check amount", 13, "explicit", "none"),
    { name: "Issue date", kind: "date", of: "issueDate", width: 8, format: "MMDDYYYY" },
    { name: "Action code", kind: "code", width: 3, codes: { issued: "ISS", void: "CN" } },
    payeeText("Payee name", "payee", 40, true),
  ],
  order: "checkNumber",
  oneAccount: false,
};

/** PNC PINACLE, import formats IssueCSV and VoidCSV: issued and void checks are in separate files. */
export const pncCsv: CheckFileTemplate = {
  id: "pnc-csv",
  bank: "PNC",
  title: "PNC PINACLE IssueCSV and VoidCSV",
  purpose: "issue",
  source: {
    document:
      "PNC Treasury Management, PINACLE Disbursements Suite training manual (2015), Issue Maintenance: Import File",
    url: "https://fliphtml5.com/avoi/frdn/Disbursements_Suite/12/",
    basis: "bank",
    unverified: [
      "The form of the date in the CSV formats: the manual states MMDDYYYY for the fixed-width formats only",
    ],
  },
  layout: { kind: "delimited", delimiter: ",", quotes: "never", titles: false },
  lineEnd: "crlf",
  detail: [
    digits("Account Number", "accountNumber", 10, "none"),
    digits("Serial Number", "checkNumber", 10, "none"),
    checkAmount("Issue Amount", 11, "explicit", "none"),
    { name: "Issue Date", kind: "date", of: "eventDate", width: 8, format: "MMDDYYYY" },
    { name: "Additional Data", kind: "text", of: "reference", width: 15, required: false, tooLong: "cut" },
  ],
  order: "asGiven",
  oneAccount: false,
  statusesWithoutCode: ["issued", "void"],
};
