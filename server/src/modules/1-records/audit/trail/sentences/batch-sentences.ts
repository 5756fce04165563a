import type { ListedAction } from "#records/audit";
import {
  afterColon,
  moneyIn,
  type Phrase,
  type RecordedEntry,
  type SentenceOf,
  say,
  subject,
  textIn,
} from "./phrase.ts";

const batch = (entry: RecordedEntry) => subject(entry, "a batch", textIn(entry.after, "name"));

const payments = ({ after }: RecordedEntry): string => {
  const { count } = after;
  if (typeof count !== "number") return "payments";
  return count === 1 ? "1 payment" : `${count} payments`;
};

/** "Supplier run November (400 payments, $182,330.10)". */
const whole = (entry: RecordedEntry): Phrase =>
  say`${batch(entry)} (${payments(entry)}, ${moneyIn(entry.after, "total")})`;

const because = ({ after }: RecordedEntry): string => afterColon(textIn(after, "reason"));

type BatchAction = Extract<ListedAction, `approvalBatch.${string}`>;

export const batchSentences: Readonly<Record<BatchAction, SentenceOf>> = {
  "approvalBatch.create": (entry) => say`opened the batch ${whole(entry)}`,
  "approvalBatch.group": (entry) => say`grouped approval requests as the batch ${whole(entry)}`,
  "approvalBatch.submit": (entry) => say`submitted the batch ${whole(entry)}`,
  "approvalBatch.remove": (entry) =>
    say`removed ${payments(entry)} of ${moneyIn(entry.after, "total")} from the batch ${batch(entry)}`,
  "approvalBatch.ungroup": (entry) => say`ungrouped the batch ${batch(entry)}`,
  "approvalBatch.approve": (entry) => say`approved the batch ${whole(entry)}`,
  "approvalBatch.reject": (entry) => say`rejected the batch ${whole(entry)}${because(entry)}`,
  "approvalBatch.withdraw": (entry) => say`withdrew the batch ${whole(entry)}${because(entry)}`,
};
