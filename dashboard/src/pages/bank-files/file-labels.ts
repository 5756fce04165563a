import type {
  BankFile,
  BankFileDirection,
  BankFileFormat,
  BankFilePurpose,
  BankFileState,
} from "../../api/generated/types.gen.ts";

export const directionNames: Readonly<Record<BankFileDirection, string>> = {
  out: "To the bank",
  in: "From the bank",
};

/** Formats of ISO 20022 are known by their message names. */
export const formatNames: Readonly<Record<BankFileFormat, string>> = {
  nacha: "Nacha",
  "pain.001": "pain.001",
  "pain.002": "pain.002",
  "pacs.002": "pacs.002",
  "pacs.004": "pacs.004",
  "pacs.008": "pacs.008",
  "pacs.028": "pacs.028",
  "camt.029": "camt.029",
  "camt.052": "camt.052",
  "camt.053": "camt.053",
  "camt.054": "camt.054",
  "camt.056": "camt.056",
  "positive-pay": "Positive pay",
  "checks-pdf": "Checks (PDF)",
  acknowledgment: "Acknowledgment (text or CSV)",
  bai2: "BAI2",
};

export const stateNames: Readonly<Record<BankFileState, string>> = {
  open: "Collecting payments",
  written: "Waiting to be sent",
  rehearsed: "Rehearsed",
  kept: "Kept here",
  sending: "Sending",
  sent: "Sent",
  inDoubt: "In doubt",
  acknowledged: "Accepted",
  rejected: "Rejected",
  withheld: "Withheld",
  received: "Received",
  processed: "Processed",
  repeated: "Repeated",
  quarantined: "Set aside",
  dismissed: "Dismissed",
};

/** Gray means done; red and orange need a person. */
export const stateColors: Readonly<Record<BankFileState, string>> = {
  open: "blue",
  written: "blue",
  rehearsed: "gray",
  kept: "evergreen",
  sending: "blue",
  sent: "evergreen",
  inDoubt: "red",
  acknowledged: "evergreen",
  rejected: "red",
  withheld: "red",
  received: "blue",
  processed: "evergreen",
  repeated: "gray",
  quarantined: "orange",
  dismissed: "gray",
};

/** What a state means, in a sentence. */
export const stateMeanings: Readonly<Record<BankFileState, string>> = {
  open: "It collects payments until it is due.",
  written: "It will be sent.",
  rehearsed: "It was written in a rehearsal and is not sent.",
  kept: "It is for use here, such as checks for your own printer, and is not sent.",
  sending: "It is being sent.",
  sent: "The bank has it.",
  inDoubt: "The bank may or may not have it.",
  acknowledged: "The bank accepted it.",
  rejected: "The bank rejected the whole file. Its payments failed, and their money is available again.",
  withheld: "It was not sent, because its stored content is damaged or was changed.",
  received: "It will be processed.",
  processed: "Everything in it was processed.",
  repeated: "It was received before. Nothing was changed.",
  quarantined: "Nothing in it was processed.",
  dismissed: "It will be neither sent nor processed.",
};

export const purposeNames: Readonly<Record<BankFilePurpose, string>> = {
  pay: "Payment",
  issue: "Issued check",
  void: "Voided check",
  print: "Printed check",
  cancel: "Cancellation request",
  query: "Status request",
  prenote: "Prenote",
  reverse: "Reversal",
  answer: "Answer",
};

/** A file can be received without a name, or be open and not have one yet. */
export const nameOfFile = ({ name, direction }: Pick<BankFile, "name" | "direction">): string =>
  name ?? (direction === "out" ? "File without a name yet" : "File without a name");
