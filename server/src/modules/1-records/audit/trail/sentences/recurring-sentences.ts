import type { ListedAction } from "#records/audit";
import { humanized } from "./labels.ts";
import {
  afterColon,
  moneyIn,
  type Phrase,
  type RecordedEntry,
  resourceIn,
  type SentenceOf,
  say,
  subject,
  textIn,
  withWord,
} from "./phrase.ts";
import { dayText } from "./values.ts";

const series = (entry: RecordedEntry) => subject(entry, "a recurring payment");
/** The payment of one day: " of Nov 27, 2026". */
const ofDay = (entry: RecordedEntry): Phrase => {
  const day = textIn(entry.after, "occurrence");
  return withWord("of", day && dayText(day));
};

type RecurringAction = Extract<ListedAction, `recurringPayment.${string}`>;

export const recurringSentences: Readonly<Record<RecurringAction, SentenceOf>> = {
  "recurringPayment.create": (entry) => {
    if (entry.after["amount"] === undefined) return say`set up ${series(entry)}`;
    const frequency = textIn(entry.after, "frequency");
    const amount = { ...series(entry), name: moneyIn(entry.after) };
    return say`set up a recurring payment of ${amount}${withWord("to", resourceIn(entry.after, "recipientId", "recipient", "a recipient"))}${frequency === undefined ? "" : ` (${humanized(frequency).toLowerCase()})`}`;
  },
  "recurringPayment.update": (entry) => say`changed the recurring payment of ${series(entry)}`,
  "recurringPayment.stop": (entry) => say`stopped the recurring payment of ${series(entry)}`,
  "recurringPayment.end": (entry) => say`ended the recurring payment of ${series(entry)} after its last payment`,
  "recurringPayment.skipOccurrence": (entry) => say`skipped the payment${ofDay(entry)} of ${series(entry)}`,
  "recurringPayment.restoreOccurrence": (entry) => say`restored the skipped payment${ofDay(entry)} of ${series(entry)}`,
  "recurringPayment.refuseOccurrence": (entry) =>
    say`did not request the payment${ofDay(entry)} of ${series(entry)}${afterColon(textIn(entry.after, "problem"))}`,
};
