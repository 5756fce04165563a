import type { CheckFileTemplate } from "../template/check-template.ts";
import { checkAmount, constant, digits, filler, payeeText } from "./fields.ts";

/** First American Bank (Illinois): 79 characters, the void date behind a V. */
export const firstAmericanFixed: CheckFileTemplate = {
  id: "first-american-fixed",
  bank: "First American Bank",
  title: "First American Bank, 79 characters",
  purpose: "issue",
  source: {
    document: "First American Bank, Positive Pay, as summarized by positivepaymaker.com",
    url: "https://www.firstambank.com/FirstAmericanBank/media/PDFs/positive-pay.pdf",
    basis: "bank",
    unverified: ["The bank's document itself was not available; positions are from the summary, which cites it"],
  },
  layout: { kind: "fixed", length: 79 },
  lineEnd: "crlf",
  detail: [
    digits("Account number", "accountNumber", 11, "zeros"),
    digits("Check number", "checkNumber", 10, "zeros"),
    { name: "Issue date", kind: "date", of: "issueDate", width: 8, format: "MMDDYYYY" },
    checkAmount("Amount", 10, "implied", "zeros"),
    payeeText("Payee", "payee", 30, true),
    filler(1),
    { name: "Void code", kind: "code", width: 1, codes: { issued: "", void: "V" } },
    { name: "Void date", kind: "date", of: "voidDate", width: 8, format: "MMDDYYYY", onlyFor: ["void"] },
  ],
  order: "checkNumber",
  oneAccount: false,
};

/** Wells Fargo ARP: header, one record of 85 characters per check, trailer with the count and the total. */
export const wellsFargoArp: CheckFileTemplate = {
  id: "wells-fargo-arp",
  bank: "Wells Fargo",
  title: "Wells Fargo ARP standard file, single account, 85 characters",
  purpose: "issue",
  source: {
    document: "Wells Fargo, ARP Standard File Format Specification: Single Account, Input Issue File",
    url: "https://www.scribd.com/document/562264152/ARP-Standard-Inbound-File-Specification",
    basis: "bank",
    unverified: [
      "Codes: 320 registers a check, 370 cancels a registered check, 430 voids one that was never registered; the table of codes was not available, only the samples",
      "The transmission header ($$ADD ID=… BID=…) depends on the channel and is not part of this file",
    ],
  },
  layout: { kind: "fixed", length: 85 },
  lineEnd: "crlf",
  header: [
    constant("Record", "*03", 3),
    { name: "Bank ID", kind: "setting", setting: "bankId", width: 5, align: "right", fill: "zeros" },
    digits("Account number", "accountNumber", 15, "zeros"),
    constant("File status", "0", 1),
    filler(61),
  ],
  detail: [
    digits("Check serial number", "checkNumber", 10, "zeros"),
    { name: "Issue date", kind: "date", of: "issueDate", width: 6, format: "MMDDYY" },
    digits("Account number", "accountNumber", 15, "zeros"),
    { name: "Transaction code", kind: "code", width: 3, codes: { issued: "320", void: "370" } },
    checkAmount("Amount", 10, "implied", "zeros"),
    payeeText("Payee", "payee", 40, true),
    filler(1),
  ],
  trailer: [
    constant("Record", "&", 1),
    filler(14),
    { name: "Detail record count", kind: "tally", of: "records", width: 7, fill: "zeros" },
    filler(3),
    { name: "Total amount", kind: "amount", of: "totalAmount", width: 13, decimals: "implied", fill: "zeros" },
    filler(47),
  ],
  order: "checkNumber",
  oneAccount: true,
};

/** Bank of America account reconcilement: header, 80 characters per check, trailer with count and two sums. No voids. */
export const bankOfAmericaArp: CheckFileTemplate = {
  id: "bank-of-america-arp",
  bank: "Bank of America",
  title: "Bank of America account reconcilement, 80 characters",
  purpose: "issue",
  source: {
    document:
      "STORIS, Bank Check File Format: Bank of America; compare Bank of America, Account Reconcilement Data Communications User Guide, Appendix B",
    url: "https://support.storis.com/helpRevisions/StorisWebHelp98/Payables/Process_Checks/Actions_and_Field_Details/Bank_Check_File_Format_Bank_of_America.htm",
    basis: "vendor",
    unverified: [
      "The current CashPro layout: the bank publishes none, and agrees on one when the service is set up",
      "Void checks: this layout has no code for them; report them in CashPro",
      "What the sum of check numbers becomes when it has more than ten digits; such a file is refused",
    ],
  },
  layout: { kind: "fixed", length: 80 },
  lineEnd: "crlf",
  header: [
    { name: "Bank ID", kind: "setting", setting: "bankId", width: 8, align: "left", fill: "zeros" },
    digits("Account number", "accountNumber", 10, "zeros"),
    { name: "Process date", kind: "date", of: "fileDate", width: 8, format: "YYYYMMDD" },
    filler(54),
  ],
  detail: [
    digits("Check number", "checkNumber", 10, "zeros"),
    checkAmount("Check amount", 10, "implied", "zeros"),
    digits("Account number", "accountNumber", 10, "zeros"),
    { name: "Check date", kind: "date", of: "issueDate", width: 6, format: "MMDDYY" },
    filler(1),
    payeeText("Payee", "payee", 43, true),
  ],
  trailer: [
    constant("End of file", "1EOF", 5),
    { name: "Count of checks", kind: "tally", of: "records", width: 5, fill: "zeros" },
    filler(20),
    { name: "Sum of check numbers", kind: "tally", of: "checkNumbers", width: 10, fill: "zeros" },
    { name: "Sum of amounts", kind: "amount", of: "totalAmount", width: 10, decimals: "implied", fill: "zeros" },
    filler(30),
  ],
  order: "checkNumber",
  oneAccount: true,
  statusesWithoutCode: ["issued"],
};

/** PNC PINACLE with payee positive pay, import formats IssueVoidFW: two payee lines of 50. Separate files for voids. */
export const pncFixed: CheckFileTemplate = {
  id: "pnc-fixed",
  bank: "PNC",
  title: "PNC PINACLE fixed width with two payee lines, 139 characters",
  purpose: "issue",
  source: {
    document:
      "Ascender (Texas Computer Cooperative), PNC Bank Positive Pay File Layout; positions 1 to 39 also in PNC, PINACLE Disbursements Suite training manual (2015)",
    url: "https://help.ascendertx.com/interfaces/doku.php/business/pncpositive_pay_export",
    basis: "vendor",
    unverified: ["The payee lines at positions 40 to 139: the bank's own manual shows the layout without payee"],
  },
  layout: { kind: "fixed", length: 139 },
  lineEnd: "crlf",
  detail: [
    digits("Account number", "accountNumber", 10, "zeros"),
    digits("Check serial number", "checkNumber", 10, "zeros"),
    checkAmount("Check amount", 11, "explicit", "spaces"),
    // For a void, the date on which the file is transmitted.
    { name: "Issue date", kind: "date", of: "eventDate", width: 8, format: "MMDDYYYY" },
    payeeText("Payee name 1", "payee", 50, true),
    payeeText("Payee name 2", "payeeLine2", 50, false),
  ],
  order: "asGiven",
  oneAccount: false,
  statusesWithoutCode: ["issued", "void"],
};
