import type { AuditAction, ListedAction } from "#records/audit";
import { humanized } from "./labels.ts";
import { listIn, moneyIn, say, subject, type Teller, type Told, textIn, thingIn, withWord } from "./phrase.ts";

const connection = (told: Told) =>
  subject(told, "without a name", textIn(told.after, "name") ?? textIn(told.before, "name"));
/** What a rehearsal left: payments that its end has failed, and scheduled payments that need approval again. */
const ended = ({ after }: Told): string | undefined => {
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
const file = (told: Told) => subject(told, "without a name", textIn(told.after, "name"));
const account = (told: Told, name = "accountId") => thingIn(told.after, name, "account", "an account");

type BankingAction = Extract<
  ListedAction,
  `${"bankConnection" | "bankFile" | "bankMatch" | "bankNotice" | "treasuryOrder"}.${string}` | `treasury.${string}`
>;

const order =
  (verb: string): Teller =>
  (told) => {
    const side = textIn(told.after, "action") === "sell" ? "sale" : "purchase";
    const amount = { ...subject(told, "an order"), name: moneyIn(told.after) };
    return say`${verb} a ${side} of ${amount} of ${textIn(told.after, "security") ?? "fund shares"}${withWord("for", account(told))}`;
  };

export const bankingSentences: Readonly<Record<BankingAction, Teller>> = {
  "bankConnection.create": (told) => say`added the bank connection ${connection(told)}`,
  "bankConnection.update": (told) => say`changed the bank connection ${connection(told)}${ended(told)}`,
  "bankConnection.test": (told) => {
    const failed = listIn(told.after, "failed").filter((step) => typeof step === "string");
    const outcome =
      told.after["passed"] === true
        ? ": it passed"
        : failed.length === 0
          ? ": it failed"
          : `: ${failed.join(", ")} failed`;
    return say`tested the bank connection ${connection(told)}${outcome}`;
  },
  "bankConnection.rehearse": (told) => say`started the rehearsal of the bank connection ${connection(told)}`,
  "bankConnection.goLive": (told) => say`took the bank connection ${connection(told)} live${ended(told)}`,
  "bankConnection.remove": (told) => say`removed the bank connection ${connection(told)}${ended(told)}`,
  "bankFile.send": (told) => say`sent the file ${file(told)} to the bank`,
  "bankFile.download": (told) => say`downloaded the bank file ${file(told)}`,
  "bankFile.resend": (told) => say`resent the bank file ${file(told)}`,
  "bankFile.markSent": (told) => say`marked the bank file ${file(told)} as sent`,
  "bankFile.retry": (told) => say`retried the bank file ${file(told)}`,
  "bankFile.dismiss": (told) => say`dismissed the bank file ${file(told)}`,
  "bankMatch.create": (told) => {
    const amount = { ...subject(told, "a match"), name: moneyIn(told.after) };
    return say`matched ${amount} on the bank statement${withWord("of", account(told))} with transactions`;
  },
  "bankMatch.undo": () => say`undid a match between the bank statement and transactions`,
  "bankNotice.done": (told) => {
    const kind = textIn(told.after, "kind");
    return say`marked a bank notice${kind && ` (${humanized(kind).toLowerCase()})`} as done${withWord("for", thingIn(told.after, "transactionId", "transaction", "a payment"))}`;
  },
  "treasury.changeSweep": (told) => say`changed the sweep of ${subject(told, "a treasury account")}`,
  "treasury.chooseYield": (told) => {
    const percent = told.after["yield"];
    return typeof percent === "number"
      ? say`set the simulated treasury yield to ${String(percent)}%`
      : say`turned off the simulated treasury yield`;
  },
  "treasury.import": (told) => {
    const name = textIn(told.after, "fileName");
    return say`imported treasury activity into ${subject(told, "a treasury account")}${withWord("from", name)}`;
  },
  "treasury.importDocument": (told) => say`imported a treasury document${withWord("for", account(told))}`,
  "treasuryOrder.placed": order("placed"),
  "treasuryOrder.executed": order("executed"),
  "treasuryOrder.settled": order("settled"),
  "treasuryOrder.rejected": order("rejected"),
  "treasuryOrder.canceled": order("canceled"),
};

/** What a treasury account gained or lost, by its own description. */
export const gainSentence = (action: AuditAction): Teller | undefined =>
  action.startsWith("treasury.")
    ? (told) => {
        const what = textIn(told.after, "description") ?? humanized(action.slice("treasury.".length)).toLowerCase();
        const amount = { ...subject(told, "a transaction"), name: moneyIn(told.after) };
        return say`booked ${amount}${withWord("in", account(told))}: ${what}`;
      }
    : undefined;
