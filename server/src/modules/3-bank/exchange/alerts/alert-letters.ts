import { newYorkTimeText } from "bursar-banking/calendar/new-york";
import type { Letter } from "#records/mail";
import type { BankFileRow } from "../bank-file.ts";

export type AlertKind = "inDoubt" | "withheld" | "quarantined" | "openItems" | "unanswered" | "unsent";

/** What happened, and what to do. */
const texts: Readonly<Record<AlertKind, { readonly subject: string; readonly paragraphs: readonly string[] }>> = {
  inDoubt: {
    subject: "The bank may or may not have this file",
    paragraphs: [
      "The connection to the bank failed at the moment this file was completed, so it is not known whether the bank has it. It will not be sent again unless you decide so, because payments could be made twice.",
      "Call the bank and ask: Have you received a file with this name, size, and number of payments? Then mark it as sent if the bank has it, or resend it if the bank does not.",
    ],
  },
  withheld: {
    subject: "A file for the bank was not sent because it was changed",
    paragraphs: [
      "The stored content of this file is not what was written, so the file was not sent. Someone or something changed the database or the file storage. Find out who has access before you retry it.",
    ],
  },
  quarantined: {
    subject: "A file from the bank was set aside",
    paragraphs: [
      "The file could not be accepted, so nothing in it was applied. Read the reason, correct what is wrong or ask the bank for a new file, and then retry or dismiss this one.",
    ],
  },
  openItems: {
    subject: "Parts of a file from the bank wait for you",
    paragraphs: [
      "What fits the books was applied. The rest could not be: payments that are not known here, other companies or accounts, codes that nobody knows, or answers that contradict each other.",
      "Open the file: each open item says why it was not applied and what to do.",
    ],
  },
  unsent: {
    subject: "A file for the bank has not been sent",
    paragraphs: [
      "This file has been waiting for 15 minutes. The service keeps trying, but its payments may miss the bank's cut-off. Check the connection to the bank: `bursar bank test` shows what fails.",
    ],
  },
  unanswered: {
    subject: "The bank has not answered",
    paragraphs: [
      "This file was sent, but the bank has not acknowledged it in time. No answer does not mean success.",
      "Call the bank and ask: Have you received a file with this name, was it accepted, and has the number of payments and their total been processed? Do not send the payments again before the bank has answered.",
    ],
  },
};

const railNames: Readonly<Record<BankFileRow["rail"], string>> = {
  ach: "ACH",
  check: "Checks",
  wire: "Wires",
  internationalWire: "International wires",
  realTime: "Real-time payments",
};

/** The email about a file that needs a person. It contains no bank details. */
export function alertLetter(file: BankFileRow, { kind, url }: { kind: AlertKind; url: string }): Letter {
  const { subject, paragraphs } = texts[kind];
  const name = file.name ?? "without a name";
  return {
    subject: `${subject}: ${name}`,
    paragraphs,
    facts: [
      ["File", name],
      ["Payment method", railNames[file.rail]],
      ...(file.format === null ? [] : ([["Format", file.format]] as const)),
      ...(file.bytes === null ? [] : ([["Size", `${file.bytes} bytes`]] as const)),
      ...(file.direction === "in" ? [] : ([["Payments", String(file.transaction_count)]] as const)),
      ...(file.sent_at === null ? [] : ([["Sent", newYorkTimeText(file.sent_at)]] as const)),
      ...(file.reason === null ? [] : ([["Reason", file.reason]] as const)),
    ],
    link: { label: "View file", url },
    footer: "You receive this email because you are an administrator.",
  };
}
