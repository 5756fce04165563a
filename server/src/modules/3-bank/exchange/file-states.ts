import { type StatesOf, stateTable } from "#kernel/states/state-table.ts";

/**
 * A file sent to a bank or received from one.
 *
 * Sending: `sending` is committed before the network is touched, and the row records when the transport has all bytes
 * (`handed_over_at`). Before that moment the bank cannot have the file, so it is sent again; after it, the bank's
 * directory is asked. What the directory does not tell is in doubt until a person or the bank's answer decides.
 */
export const bankFileStates = stateTable({
  title: "Bank files",
  table: "bank_files",
  column: "state",
  states: {
    open: "it collects payments until it is due",
    written: "its content is stored; it will be sent",
    rehearsed: "written in a rehearsal; it is not sent",
    kept: "written for use here, such as checks for our own printer; it is not sent",
    sending: "it is being sent",
    sent: "the bank has it",
    inDoubt: "the bank may or may not have it; a person or the bank's answer decides",
    acknowledged: "the bank accepted it",
    rejected: "the bank rejected it as a whole",
    withheld: "it was not sent, because its stored content is damaged or was changed",
    received: "its content is stored; it will be processed",
    processed: "it was checked, and what fits was applied; the rest is kept as open items",
    repeated: "it repeats a file that was received before; nothing was changed",
    quarantined: "it was set aside as a whole; nothing was changed",
    dismissed: "a person, or a setting of its connection, decided that it will be neither sent nor processed",
  },
  initial: ["open", "written", "rehearsed", "kept", "received", "repeated", "quarantined", "dismissed"],
  columns: {
    object_name: {
      set: [
        "written",
        "rehearsed",
        "kept",
        "sending",
        "sent",
        "inDoubt",
        "acknowledged",
        "rejected",
        "withheld",
        "received",
        "processed",
        "repeated",
      ],
      either: ["quarantined", "dismissed"],
    },
    reason: {
      set: ["inDoubt", "rejected", "withheld", "repeated", "quarantined"],
      either: ["written", "sending", "received", "dismissed"],
    },
    claimed_by: { set: ["sending"] },
    sent_at: { set: ["sent", "acknowledged", "rejected"] },
    answered_at: { set: ["acknowledged", "rejected"] },
  },
  moves: {
    close: { from: ["open"], to: "written", when: "It is due, and its content is stored" },
    rehearse: { from: ["open"], to: "rehearsed", when: "It is due, and its connection is in rehearsal" },
    drop: { from: ["open"], to: "dismissed", when: "It is due, and all its payments were withdrawn" },
    claim: { from: ["written"], to: "sending", when: "A process begins to send it" },
    defer: {
      from: ["sending"],
      to: "written",
      when: "The attempt failed, and the bank cannot have it: it is sent again under the same name",
    },
    confirm: { from: ["sending"], to: "sent", when: "It is in the bank's directory, complete" },
    doubt: {
      from: ["sending"],
      to: "inDoubt",
      when: "All its bytes were given to the transport, and the bank's directory has neither it nor its temporary file, or a file of its name that is not the same",
    },
    resend: {
      from: ["inDoubt"],
      to: "written",
      when: "A person decides that the bank does not have it",
      refusal: "bankFileNotInDoubt",
    },
    settle: {
      from: ["inDoubt"],
      to: "sent",
      when: "A person decides that the bank has it",
      refusal: "bankFileNotInDoubt",
    },
    acknowledge: {
      from: ["written", "sending", "sent", "inDoubt", "acknowledged"],
      to: "acknowledged",
      when: "The bank's answer accepts it",
    },
    reject: {
      from: ["written", "sending", "sent", "inDoubt", "acknowledged"],
      to: "rejected",
      when: "The bank's answer rejects it as a whole",
    },
    withhold: { from: ["sending"], to: "withheld", when: "Its stored content is not what was written" },
    release: {
      from: ["withheld"],
      to: "written",
      when: "A person wants another attempt",
      refusal: "bankFileNotSetAside",
    },
    process: { from: ["received"], to: "processed", when: "It was interpreted and applied" },
    quarantine: {
      from: ["received"],
      to: "quarantined",
      when: "It is malformed, addressed to someone else, contradicts what is known, or nothing can read it",
    },
    retry: {
      from: ["quarantined", "processed"],
      to: "received",
      when: "A person wants it processed again, because it was set aside or has open items",
      refusal: "bankFileNotSetAside",
    },
    dismiss: {
      from: ["withheld", "quarantined"],
      to: "dismissed",
      when: "A person decides that it will be neither sent nor processed",
      refusal: "bankFileNotSetAside",
    },
  },
});
export type BankFileState = StatesOf<typeof bankFileStates>;
