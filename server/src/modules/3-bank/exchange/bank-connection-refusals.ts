import { type RefusalTable, refuser } from "#kernel/refusal.ts";

/** What requests about bank connections can be refused for. */
export const bankConnectionRefusals = {
  bankConnectionInState: {
    status: 409,
    title: "The bank connection's state does not allow it",
    message: "This connection is in the state {state}. {hint}",
  },
  bankConnectionNotTested: {
    status: 409,
    title: "The bank connection has not passed a test with its current settings",
    message: "This connection has not passed a test with its current settings. Test it first.",
  },
  bankConnectionWithoutAccount: {
    status: 409,
    title: "The bank connection has no account",
    message: "This connection has no account. Choose one first.",
  },
  bankConnectionChanged: {
    status: 409,
    title: "The bank connection has changed since it was read",
    message: "This connection was changed meanwhile. Reload it, and try again.",
  },
  bankConnectionHasFiles: {
    status: 409,
    title: "The bank connection has files that are not sent yet, or in doubt",
    message:
      "{count} files of this connection are in doubt or not sent yet. Wait until they are sent, or resolve them first: bursar files list",
  },
  accountHasBankConnection: {
    status: 409,
    title: "The account has another connection for the rail",
    message:
      "Account {accountId} already has another connection for this rail: {connectionId}. Remove one of them first.",
  },
  simulatedBankInProduction: {
    status: 409,
    title: "Simulated banks are available in sandbox mode only",
    message: "Simulated banks are available in sandbox mode only. Choose folder or sftp.",
  },
} as const satisfies RefusalTable;

export const refuseBankConnection = refuser(bankConnectionRefusals);
