import { type RefusalTable, refuser } from "../../kernel/refusal.ts";

/** What requests about bank connections can be refused for. */
export const bankConnectionRefusals = {
  bankConnectionInState: {
    status: 409,
    title: "The bank connection's state does not allow it",
    message: "This connection is in the state {state}. {hint}",
  },
  bankConnectionNotTested: {
    status: 409,
    title: "The bank connection has not passed a test with its present settings",
    message: "Test the connection first, and fix what the test finds: bursar bank test {connectionId}",
  },
  bankConnectionWithoutAccount: {
    status: 409,
    title: "The bank connection serves no account",
    message: "Name the accounts first: bursar bank change {connectionId} --account …",
  },
  bankConnectionHasFiles: {
    status: 409,
    title: "The bank connection has files that are not sent yet, or in doubt",
    message:
      "{count} files of this connection are not sent yet, or in doubt. Wait, or decide about them first: bursar files list",
  },
  accountHasBankConnection: {
    status: 409,
    title: "The account has another connection for the rail",
    message: "The account {accountId} has another connection for this rail: {connectionId}. Remove one of them first.",
  },
  simulatedBankInProduction: {
    status: 409,
    title: "A simulated bank exists in sandbox mode only",
    message: "A simulated bank exists in sandbox mode only. Choose folder or sftp.",
  },
} as const satisfies RefusalTable;

export const refuseBankConnection = refuser(bankConnectionRefusals);
