/**
 * What the API says of a field, in the words of a form. The API's messages are for programmers and follow the field's
 * name ("amount must be at least 0.01"); every page shows them through this file.
 */

/** Fields whose names differ from their labels in forms. */
const labels: Readonly<Record<string, string>> = {
  externalMemo: "Memo",
  recipientId: "Recipient",
  accountId: "Account",
  sourceAccountId: "From account",
  destinationAccountId: "To account",
  transactionId: "Transaction",
  paymentMethod: "Payment method",
  sendOn: "Send on",
  ein: "EIN",
  url: "URL",
  poNumber: "PO number",
  ccEmails: "CC",
  iban: "IBAN",
  swiftCode: "BIC",
  body: "Request",
};

/** What a required field of money or of a choice needs. */
const needed: Readonly<Record<string, string>> = {
  amount: "Enter an amount.",
  recipientId: "Choose a recipient.",
  accountId: "Choose an account.",
  sourceAccountId: "Choose an account.",
  destinationAccountId: "Choose an account.",
  paymentMethod: "Choose a payment method.",
  name: "Enter a name.",
  email: "Enter an email address.",
  reason: "Enter a reason.",
  purpose: "Enter the purpose of the payment.",
};
/** Of a required field that is empty. */
export const NEEDED = "This field is required.";

/** Fields that are dollars. */
const isMoney = (field: string): boolean => /amount|limit|balance|price|fee/i.test(field) && !/rate|count/i.test(field);

const lastOf = (path: string): string => path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? path;

const spaced = (name: string): string => name.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `lineItems.0.unitPrice` becomes "Line items 1: Unit price". */
export function fieldLabel(path: string): string {
  const words = path
    .split(".")
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (labels[part] ?? capitalized(spaced(part)))));
  return words.length === 1 ? (words[0] ?? "") : `${words.slice(0, -1).join(" ")}: ${words.at(-1)}`;
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const bound = (field: string, text: string): string => {
  const value = Number(text);
  if (Number.isNaN(value)) return text;
  return isMoney(field) ? dollars.format(value) : value.toLocaleString("en-US");
};

type Rule = readonly [pattern: RegExp, say: (found: RegExpMatchArray, field: string) => string];

const rules: readonly Rule[] = [
  [
    /^(?:is required|must not be (?:empty|blank)|must NOT have fewer than 1 characters)$/,
    (_, field) => needed[field] ?? NEEDED,
  ],
  [/^must be (?:at least|>=) (\S+)$/, ([, least = ""], field) => `Enter ${bound(field, least)} or more.`],
  [/^must be (?:at most|<=) (\S+)$/, ([, most = ""], field) => `Enter ${bound(field, most)} or less.`],
  [/^must be (?:more than|>) (\S+)$/, ([, least = ""], field) => `Enter more than ${bound(field, least)}.`],
  [/^must be an id\b/, (_, field) => needed[field] ?? "This is not an ID of this service. Copy it from its page."],
  [/^must be an email address/, () => "Enter an email address, such as name@company.com."],
  [/^must be a date\b/, () => "Enter a date, such as 2026-12-31."],
  [/^must be an instant\b/, () => "Enter a date and time."],
  [/^must be an amount in dollars/, () => "Enter an amount in dollars, with at most two decimals."],
  [/^must be (a whole number|a number)\b/, ([, kind = ""]) => `Enter ${kind}.`],
  [/^must be one of (.+)$/, ([, values = ""]) => `Choose one of these: ${values}.`],
  [/^is not a known field/, () => "This field is not accepted here."],
];

/** A message next to its field. */
export function fieldWords(path: string, message: string): string {
  const field = lastOf(path);
  for (const [pattern, say] of rules) {
    const found = message.match(pattern);
    if (found) return say(found, field);
  }
  if (/^(?:is|was) /.test(message)) return ended(`This ${message}`);
  return ended(capitalized(message));
}

const ended = (sentence: string): string => (/[.!?)]$/.test(sentence) ? sentence : `${sentence}.`);
