import type { ListedAction } from "#records/audit";
import { afterColon, moneyIn, type Phrase, say, subject, type Teller, type Told, textIn } from "./phrase.ts";

const batch = (told: Told) => subject(told, "a batch", textIn(told.after, "name"));

const payments = ({ after }: Told): string => {
  const { count } = after;
  if (typeof count !== "number") return "payments";
  return count === 1 ? "1 payment" : `${count} payments`;
};

/** "Supplier run November (400 payments, $182,330.10)". */
const whole = (told: Told): Phrase => say`${batch(told)} (${payments(told)}, ${moneyIn(told.after, "total")})`;

const because = ({ after }: Told): string => afterColon(textIn(after, "reason"));

type BatchAction = Extract<ListedAction, `approvalBatch.${string}`>;

export const batchSentences: Readonly<Record<BatchAction, Teller>> = {
  "approvalBatch.create": (told) => say`opened the batch ${whole(told)}`,
  "approvalBatch.group": (told) => say`grouped approval requests as the batch ${whole(told)}`,
  "approvalBatch.submit": (told) => say`submitted the batch ${whole(told)}`,
  "approvalBatch.remove": (told) =>
    say`removed ${payments(told)} of ${moneyIn(told.after, "total")} from the batch ${batch(told)}`,
  "approvalBatch.ungroup": (told) => say`ungrouped the batch ${batch(told)}`,
  "approvalBatch.approve": (told) => say`approved the batch ${whole(told)}`,
  "approvalBatch.reject": (told) => say`rejected the batch ${whole(told)}${because(told)}`,
  "approvalBatch.withdraw": (told) => say`withdrew the batch ${whole(told)}${because(told)}`,
};
