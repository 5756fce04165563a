import type { AuditAction, ListedAction } from "#records/audit";
import { humanized } from "./labels.ts";
import {
  listIn,
  moneyIn,
  type RecordedEntry,
  resourceIn,
  type SentenceOf,
  say,
  subject,
  textIn,
  withWord,
} from "./phrase.ts";

const connection = (entry: RecordedEntry) =>
  subject(entry, "without a name", textIn(entry.after, "name") ?? textIn(entry.before, "name"));
/** What a rehearsal left: payments that its end has failed, and scheduled payments that need approval again. */
const ended = ({ after }: RecordedEntry): string | undefined => {
  const { endedPayments, reopenedRequests } = after;
  const counted = (count: unknown, what: string, then: string) =>
    typeof count === "number" ? [`${count} ${what}${count === 1 ? "" : "s"} ${then}`] : [];
  const parts = [
    ...counted(endedPayments, "payment", "of the rehearsal ended"),
    ...counted(
      reopenedRequests,
      "scheduled payment",
      reopenedRequests === 1 ? "needs approval again" : "need approval again",
    ),
  ];
  return parts.length === 0 ? undefined : `: ${parts.join(", ")}`;
};
const file = (entry: RecordedEntry) => subject(entry, "without a name", textIn(entry.after, "name"));
const account = (entry: RecordedEntry, name = "accountId") => resourceIn(entry.after, name, "account", "an account");

type BankingAction = Extract<
  ListedAction,
  | `${"bankConnection" | "bankFile" | "bankFileItem" | "bankMatch" | "bankNotice" | "treasuryOrder"}.${string}`
  | `treasury.${string}`
>;

const order =
  (verb: string): SentenceOf =>
  (entry) => {
    const side = textIn(entry.after, "action") === "sell" ? "sale" : "purchase";
    const amount = { ...subject(entry, "an order"), name: moneyIn(entry.after) };
    return say`${verb} a ${side} of ${amount} of ${textIn(entry.after, "security") ?? "fund shares"}${withWord("for", account(entry))}`;
  };

export const bankingSentences: Readonly<Record<BankingAction, SentenceOf>> = {
  "bankConnection.create": (entry) => say`added the bank connection ${connection(entry)}`,
  "bankConnection.update": (entry) => say`changed the bank connection ${connection(entry)}${ended(entry)}`,
  "bankConnection.test": (entry) => {
    const failed = listIn(entry.after, "failed").filter((step) => typeof step === "string");
    const outcome =
      entry.after["passed"] === true
        ? ": it passed"
        : failed.length === 0
          ? ": it failed"
          : `: ${failed.join(", ")} failed`;
    return say`tested the bank connection ${connection(entry)}${outcome}`;
  },
  "bankConnection.rehearse": (entry) => say`started the rehearsal of the bank connection ${connection(entry)}`,
  "bankConnection.goLive": (entry) => say`took the bank connection ${connection(entry)} live${ended(entry)}`,
  "bankConnection.remove": (entry) => say`removed the bank connection ${connection(entry)}${ended(entry)}`,
  "bankFile.send": (entry) => say`sent the file ${file(entry)} to the bank`,
  "bankFile.download": (entry) => say`downloaded the bank file ${file(entry)}`,
  "bankFile.resend": (entry) => say`resent the bank file ${file(entry)}`,
  "bankFile.markSent": (entry) => say`marked the bank file ${file(entry)} as sent`,
  "bankFile.retry": (entry) => say`retried the bank file ${file(entry)}`,
  "bankFile.accept": (entry) =>
    say`applied the bank file ${file(entry)} although something in it is wrong${withWord("because:", textIn(entry.after, "reason"))}`,
  "bankFile.dismiss": (entry) => say`dismissed the bank file ${file(entry)}`,
  "bankFileItem.assign": (entry) =>
    say`applied an open item of a bank file (${textIn(entry.after, "place") ?? "an entry"}) to ${resourceIn(entry.after, "transactionId", "transaction", "a payment")}`,
  "bankFileItem.ignore": (entry) =>
    say`ignored an open item of a bank file (${textIn(entry.after, "place") ?? "an entry"})${withWord("because:", textIn(entry.after, "note"))}`,
  "bankMatch.create": (entry) => {
    const amount = { ...subject(entry, "a match"), name: moneyIn(entry.after) };
    return say`matched ${amount} on the bank statement${withWord("of", account(entry))} with transactions`;
  },
  "bankMatch.undo": () => say`undid a match between the bank statement and transactions`,
  "bankNotice.done": (entry) => {
    const kind = textIn(entry.after, "kind");
    return say`marked a bank notice${kind && ` (${humanized(kind).toLowerCase()})`} as done${withWord("for", resourceIn(entry.after, "transactionId", "transaction", "a payment"))}`;
  },
  "treasury.changeSweep": (entry) => say`changed the sweep of ${subject(entry, "a treasury account")}`,
  "treasury.chooseYield": (entry) => {
    const percent = entry.after["yield"];
    return typeof percent === "number"
      ? say`set the simulated treasury yield to ${String(percent)}%`
      : say`turned off the simulated treasury yield`;
  },
  "treasury.import": (entry) => {
    const name = textIn(entry.after, "fileName");
    return say`imported treasury activity into ${subject(entry, "a treasury account")}${withWord("from", name)}`;
  },
  "treasury.importDocument": (entry) => say`imported a treasury document${withWord("for", account(entry))}`,
  "treasuryOrder.placed": order("placed"),
  "treasuryOrder.executed": order("executed"),
  "treasuryOrder.settled": order("settled"),
  "treasuryOrder.rejected": order("rejected"),
  "treasuryOrder.canceled": order("canceled"),
};

/** What a treasury account gained or lost, by its own description. */
export const gainSentence = (action: AuditAction): SentenceOf | undefined =>
  action.startsWith("treasury.")
    ? (entry) => {
        const what = textIn(entry.after, "description") ?? humanized(action.slice("treasury.".length)).toLowerCase();
        const amount = { ...subject(entry, "a transaction"), name: moneyIn(entry.after) };
        return say`recorded ${amount}${withWord("in", account(entry))}: ${what}`;
      }
    : undefined;
