/** The items of the list, in the order in which they are done. */
export const setUpItemNames = [
  "organization",
  "email",
  "accounts",
  "colleagues",
  "secondFactor",
  "approvalRule",
  "bankConnection",
  "backup",
  "keyCopy",
  "standby",
  "monitoring",
  "rehearsal",
  "goLive",
  "firstPenny",
] as const;
export type SetUpItemName = (typeof setUpItemNames)[number];

/** What an item is, and why it matters. */
export interface SetUpItem {
  readonly title: string;
  readonly why: string;
  /** What a user says by confirming it; absent: only the service decides. */
  readonly confirms?: string;
}

export const setUpItems = {
  organization: {
    title: "Organization and legal address",
    why: "Banks reject wires without the payer’s address. Statements and checks show it.",
  },
  email: {
    title: "Email",
    why: "Invitations, approval requests, and warnings about bank files travel by email.",
    confirms: "The test email arrived.",
  },
  accounts: {
    title: "First accounts",
    why: "Payments leave from the accounts that you have at your bank.",
  },
  colleagues: {
    title: "Colleagues",
    why: "A second administrator confirms what one person should not decide alone. With one, nothing is protected from a stolen session.",
  },
  secondFactor: {
    title: "Second factor",
    why: "A password can be stolen. Users who approve payments or manage the organization need a passkey or an authenticator app.",
  },
  approvalRule: {
    title: "Approval rule",
    why: "Rules decide who approves which payments. Without one, any single approver besides the requester is enough, for every amount.",
    confirms: "One approval by any approver is enough for every payment.",
  },
  bankConnection: {
    title: "Bank connection",
    why: "Payments leave in files that your bank fetches or receives. Until a connection is live, payments wait.",
  },
  backup: {
    title: "Backup",
    why: "Without a backup, a lost disk takes the books and the audit log with it.",
    confirms: "Backups run, and one was restored as a test.",
  },
  keyCopy: {
    title: "Copy of the master key",
    why: "A backup cannot be read without the master key. If it is lost, so are bank details and the audit log’s proof.",
    confirms: "A copy of the master key is in a safe place outside this machine.",
  },
  standby: {
    title: "Standby",
    why: "If this machine fails, a standby has every payment that was acknowledged.",
    confirms: "We decided how long payments may stop, and what takes over if the database is lost.",
  },
  monitoring: {
    title: "Monitoring",
    why: "A payment that waits, or a file without an answer, must be noticed before the recipient calls.",
    confirms: "Someone is alerted at any hour, and knows what to do.",
  },
  rehearsal: {
    title: "Rehearsal",
    why: "In a rehearsal, payments become files that are validated but not sent. The bank checks such a file before real money depends on it.",
    confirms: "The bank validated a file of the rehearsal.",
  },
  goLive: {
    title: "Go live",
    why: "From here on, files are sent to the bank. There is no way back to the rehearsal.",
  },
  firstPenny: {
    title: "First penny",
    why: "One cent to your own account at another bank shows that money arrives, and that the bank’s answers and statements come back.",
  },
} as const satisfies Readonly<Record<SetUpItemName, SetUpItem>>;

/** An item as the service sees it now. */
export interface ItemState {
  /** What the service sees, as a sentence. */
  readonly found: string;
  /** Whether that is enough. */
  readonly isSeen: boolean;
  /** Whether a user may say the rest: what is missing is not visible from here. */
  readonly mayConfirm?: boolean;
  /** Whether an earlier confirmation still counts, although nothing can be confirmed now. */
  readonly keepsConfirmation?: boolean;
  /** What to do, where the page has no form for it; the exact setting or command. */
  readonly todo?: string;
}

/** Whether an item is done: the service sees it, or a user confirmed it and what was confirmed still fits. */
export const isDone = (
  { isSeen, mayConfirm = false, keepsConfirmation = false }: ItemState,
  isConfirmed: boolean,
): boolean => isSeen || ((mayConfirm || keepsConfirmation) && isConfirmed);
