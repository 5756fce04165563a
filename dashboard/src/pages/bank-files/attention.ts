import type { BankFile } from "../../api/generated/types.gen.ts";

/** Why a file needs a person. */
export type Attention = "inDoubt" | "withheld" | "quarantined" | "unanswered";

interface Command {
  readonly when: string;
  readonly command: (fileId: string) => string;
}

interface Advice {
  readonly title: string;
  readonly todo: string;
  readonly commands: readonly Command[];
}

/** What happened and what to do, as in the e-mails about these files. */
export const advice: Readonly<Record<Attention, Advice>> = {
  inDoubt: {
    title: "The bank may or may not have it",
    todo: "The connection failed when the file was complete. It is not sent again unless you decide so, because payments could be made twice. Ask the bank whether it has a file with this name, size, and number of payments.",
    commands: [
      { when: "The bank does not have it", command: (id) => `bursar files retry ${id} --resend` },
      { when: "The bank has it", command: (id) => `bursar files retry ${id} --sent` },
    ],
  },
  withheld: {
    title: "Not sent: its stored content was changed",
    todo: "The stored content is not what was written. Find out who has access to the database and the file storage, and restore the content from a backup before you retry.",
    commands: [
      { when: "The content is restored", command: (id) => `bursar files retry ${id}` },
      { when: "It must not be sent", command: (id) => `bursar files dismiss ${id}` },
    ],
  },
  quarantined: {
    title: "Received and set aside",
    todo: "The file could not be accepted, so nothing in it was applied. Correct what the reason says, or ask the bank for a new file.",
    commands: [
      { when: "The cause is corrected", command: (id) => `bursar files retry ${id}` },
      { when: "It must not be processed", command: (id) => `bursar files dismiss ${id}` },
    ],
  },
  unanswered: {
    title: "The bank has not answered in time",
    todo: "No answer does not mean success. Ask the bank whether it received and accepted a file with this name. Do not make the payments again before it has answered.",
    commands: [],
  },
};

/** Why the file needs a person at this time; undefined if it does not. */
export function attentionOf(
  { state, answerDueAt }: Pick<BankFile, "state" | "answerDueAt">,
  now: Date,
): Attention | undefined {
  if (state === "inDoubt" || state === "withheld" || state === "quarantined") return state;
  return state === "sent" && answerDueAt !== null && new Date(answerDueAt) <= now ? "unanswered" : undefined;
}
