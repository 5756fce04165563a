import type { Check } from "#api/generated/types.gen.ts";

interface Shown {
  readonly label: string;
  readonly color: string;
}

/** What happened to the paper. */
export function stateOf({ state, printedAt }: Check): Shown {
  switch (state) {
    case "numbered":
      return { label: printedAt === null ? "Not printed yet" : "Printed, not known to be mailed", color: "blue" };
    case "mailed":
      return { label: "Mailed, not paid yet", color: "blue" };
    case "paid":
      return { label: "Paid", color: "evergreen" };
    case "void":
      return { label: "Void", color: "gray" };
    case "stopped":
      return { label: "Stopped", color: "gray" };
    case "returned":
      return { label: "Returned", color: "orange" };
  }
}

type Stop = NonNullable<Check["stop"]>;

/** How far a stop has come, and what that means. */
export const stopWords: Readonly<Record<Stop["state"], Shown & { readonly meaning: string }>> = {
  waiting: {
    label: "Stop requested",
    color: "orange",
    meaning: "The stop goes to the bank in the next file. Until the bank accepts it, the check can be cashed.",
  },
  reported: {
    label: "Stop requested",
    color: "orange",
    meaning: "The stop is in a file for the bank, which has not answered. Until it accepts, the check can be cashed.",
  },
  manual: {
    label: "Stop requested",
    color: "orange",
    meaning:
      "This bank's files cannot carry a stop: request it from the bank by telephone or on its website. When the bank has accepted it, your server administrator records that:",
  },
  accepted: { label: "Stop confirmed", color: "evergreen", meaning: "The bank does not pay the check." },
  refused: { label: "Stop refused", color: "red", meaning: "The check was not stopped." },
};

/** What stopping does, before a person confirms it. */
export const stopConsequences: Readonly<Record<NonNullable<Check["stopOutcome"]>, readonly string[]>> = {
  voided: [
    "The check is not printed yet, so it becomes void at once: the payment fails, its money is available again, and its number is not used again.",
    "This cannot be undone.",
  ],
  requested: [
    "The check was printed and may be in someone's hands. The bank is requested to stop it.",
    "Until the bank accepts that, the check can be cashed, and its money stays out. If the bank has paid the check by then, it refuses the stop.",
    "Once the bank accepts, the payment is returned and its money is available again. The stop cannot be withdrawn here, and many banks charge for it.",
  ],
};
