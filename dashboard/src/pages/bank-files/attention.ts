import type { BankFile, BankFileDecision } from "../../api/generated/types.gen.ts";

/** Why a file needs a person. */
export type Attention = "inDoubt" | "withheld" | "quarantined" | "openItems" | "unanswered";

export interface FileChoice {
  readonly decision: BankFileDecision;
  /** The button. */
  readonly label: string;
  /** When this is the right decision. */
  readonly when: string;
  /** What happens then, before it is confirmed. */
  readonly consequence: string;
  readonly done: string;
  /** The person says why. */
  readonly needsReason?: boolean;
  /** It cannot be undone, or money may be lost by it. */
  readonly isDangerous?: boolean;
}

interface Advice {
  readonly title: string;
  readonly todo: string;
  readonly choices: readonly FileChoice[];
}

/** What happened and what to do, as in the emails about these files. */
export const advice: Readonly<Record<Attention, Advice>> = {
  inDoubt: {
    title: "The bank may or may not have it",
    todo: "The connection failed when the file was complete. It is not sent again unless you decide so, because payments could be made twice. Ask the bank whether it has a file with this name, size, and number of payments.",
    choices: [
      {
        decision: "markSent",
        label: "Mark as sent",
        when: "The bank has it",
        consequence:
          "The file counts as sent, and the bank's answer is awaited. If the bank does not have it after all, its payments are never made.",
        done: "The file was marked as sent.",
      },
      {
        decision: "resend",
        label: "Send again",
        when: "The bank does not have it",
        consequence:
          "The file is sent again under the same name. If the bank has the first one after all, everyone in it is paid twice. A second administrator confirms this first, if there is one.",
        done: "The file will be sent again.",
        isDangerous: true,
      },
    ],
  },
  withheld: {
    title: "Not sent: its stored content was changed",
    todo: "The stored content is not what was written. Find out who has access to the database and the file storage, and restore the content from a backup before you retry.",
    choices: [
      {
        decision: "retry",
        label: "Retry",
        when: "The content is restored",
        consequence: "The content is checked again, and sent only if it is what was written.",
        done: "The file will be checked and sent.",
      },
      {
        decision: "dismiss",
        label: "Dismiss",
        when: "It must not be sent",
        consequence: "The file is never sent. This cannot be undone.",
        done: "The file was dismissed.",
        isDangerous: true,
      },
    ],
  },
  quarantined: {
    title: "Received and set aside",
    todo: "The file could not be accepted, so nothing in it was applied. Correct what the reason says, or ask the bank for a new file.",
    choices: [
      {
        decision: "retry",
        label: "Process again",
        when: "The cause is corrected",
        consequence: "The file is checked again and applied as a whole, or set aside again.",
        done: "The file will be processed.",
      },
      {
        decision: "accept",
        label: "Apply anyway",
        when: "The bank confirms it, although counts or totals are wrong",
        consequence:
          "What the file says is applied, although its counts, totals, or repeated message say that something is wrong. A second administrator confirms this first, if there is one.",
        done: "The file will be processed.",
        needsReason: true,
        isDangerous: true,
      },
      {
        decision: "dismiss",
        label: "Dismiss",
        when: "It must not be processed",
        consequence:
          "Nothing in the file is ever applied: returns and other answers in it must come in another file. This cannot be undone.",
        done: "The file was dismissed.",
        isDangerous: true,
      },
    ],
  },
  openItems: {
    title: "Applied, except for open items",
    todo: "What fits the books was applied. Each open item says why it was not, and what to do.",
    choices: [
      {
        decision: "retry",
        label: "Process again",
        when: "What was missing is there now, such as an account",
        consequence: "What was applied stays as it is, and open items that fit now are applied.",
        done: "The file will be processed.",
      },
    ],
  },
  unanswered: {
    title: "The bank has not answered in time",
    todo: "No answer does not mean success. Ask the bank whether it received and accepted a file with this name. Do not make the payments again before it has answered.",
    choices: [],
  },
};

/** Why the file needs a person at this time; undefined if it does not. */
export function attentionOf(
  { state, answerDueAt, openItems }: Pick<BankFile, "state" | "answerDueAt" | "openItems">,
  now: Date,
): Attention | undefined {
  if (openItems > 0) return "openItems";
  if (state === "inDoubt" || state === "withheld" || state === "quarantined") return state;
  return state === "sent" && answerDueAt !== null && new Date(answerDueAt) <= now ? "unanswered" : undefined;
}
