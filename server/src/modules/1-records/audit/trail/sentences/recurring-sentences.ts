import type { ListedAction } from "#records/audit";
import { humanized } from "./labels.ts";
import {
  afterColon,
  moneyIn,
  type Phrase,
  say,
  subject,
  type Teller,
  type Told,
  textIn,
  thingIn,
  withWord,
} from "./phrase.ts";
import { dayText } from "./values.ts";

const series = (told: Told) => subject(told, "a recurring payment");
/** The payment of one day: " of Nov 27, 2026". */
const ofDay = (told: Told): Phrase => {
  const day = textIn(told.after, "occurrence");
  return withWord("of", day && dayText(day));
};

type RecurringAction = Extract<ListedAction, `recurringPayment.${string}`>;

export const recurringSentences: Readonly<Record<RecurringAction, Teller>> = {
  "recurringPayment.create": (told) => {
    if (told.after["amount"] === undefined) return say`set up ${series(told)}`;
    const frequency = textIn(told.after, "frequency");
    const amount = { ...series(told), name: moneyIn(told.after) };
    return say`set up a recurring payment of ${amount}${withWord("to", thingIn(told.after, "recipientId", "recipient", "a recipient"))}${frequency === undefined ? "" : ` (${humanized(frequency).toLowerCase()})`}`;
  },
  "recurringPayment.update": (told) => say`changed the recurring payment of ${series(told)}`,
  "recurringPayment.stop": (told) => say`stopped the recurring payment of ${series(told)}`,
  "recurringPayment.end": (told) => say`ended the recurring payment of ${series(told)} after its last payment`,
  "recurringPayment.skipOccurrence": (told) => say`skipped the payment${ofDay(told)} of ${series(told)}`,
  "recurringPayment.restoreOccurrence": (told) => say`restored the skipped payment${ofDay(told)} of ${series(told)}`,
  "recurringPayment.refuseOccurrence": (told) =>
    say`did not request the payment${ofDay(told)} of ${series(told)}${afterColon(textIn(told.after, "problem"))}`,
};
