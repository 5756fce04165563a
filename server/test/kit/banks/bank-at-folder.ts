import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type MovableClock, plusMs, SECOND_MS } from "#kernel/clock/clock.ts";
import { agreementOf } from "../../../../packages/simulated-bank/src/agreement/bank-agreement.ts";
import { openFileBank } from "../../../../packages/simulated-bank/src/file-bank.ts";
import { memoryState } from "../../../../packages/simulated-bank/src/state/bank-state.ts";

/**
 * The simulated bank at the other end of a folder connection, for the payments of one account. It sends
 * no statements: several of these banks have the same account, and each knows only its own payments.
 */
export interface BankAtFolder {
  /** Takes what is new in the outbox, and puts what is due into the inbox. */
  exchange(): Promise<void>;
  /** From now on, the bank takes nothing and answers nothing. */
  isDown: boolean;
  readonly folder: string;
  /** What the service has sent, by name, in order. */
  sent(): readonly (readonly [name: string, content: string])[];
  /** What the bank has answered. */
  answered(): readonly (readonly [name: string, content: string])[];
  /** Puts a file of any content into the inbox. */
  deliver(name: string, content: string): void;
}

export const TEST_BANK = { routingNumber: "021000021", bic: "FIRSUS33", accountNumber: "400000001" };

export async function bankAtFolder(folder: string, clock: MovableClock): Promise<BankAtFolder> {
  const [outbox, inbox] = [join(folder, "outbox"), join(folder, "inbox")];
  for (const path of [outbox, inbox]) mkdirSync(path, { recursive: true });
  const agreement = agreementOf(
    JSON.stringify({
      bankName: "FIRST EXAMPLE BANK",
      routingNumber: TEST_BANK.routingNumber,
      bic: TEST_BANK.bic,
      accounts: [{ number: TEST_BANK.accountNumber, name: "Acme, Inc.", openingBalance: "1000000.00" }],
      ach: [
        {
          companyName: "Acme, Inc.",
          companyIdentification: "1123456789",
          immediateOrigin: "1123456789",
          immediateDestination: TEST_BANK.routingNumber,
          settlementAccount: TEST_BANK.accountNumber,
          balance: "forbidden",
          acceptsMixedBatches: false,
          classes: ["PPD", "CCD"],
          effectiveDaysMax: 14,
          entryLimit: "250000.00",
          fileLimit: "5000000.00",
          sameDayCutOffs: ["10:15", "14:30", "16:30"],
        },
      ],
      transfers: { wireLimit: "500000.00", realTimeLimit: "100000.00" },
      checks: [
        {
          issueTemplate: "generic-csv",
          paidTemplate: "sandbox-paid-csv",
          paidAfterBankingDays: 5,
          printedBy: "bank",
        },
      ],
    }),
  );
  const bank = await openFileBank({ state: memoryState(), agreement: async () => agreement, clock });
  const seenNames = new Set<string>();
  const filesIn = (path: string) =>
    readdirSync(path)
      .filter((name) => !name.endsWith(".tmp"))
      .sort()
      .map((name) => [name, readFileSync(join(path, name), "utf8")] as const);
  const self: BankAtFolder = {
    isDown: false,
    folder,
    sent: () => filesIn(outbox),
    answered: () => filesIn(inbox),
    deliver: (name, content) => writeFileSync(join(inbox, name), content),
    exchange: async () => {
      if (self.isDown) return;
      for (const [name] of filesIn(outbox)) {
        if (seenNames.has(name)) continue;
        seenNames.add(name);
        await bank.receive({ name, content: readFileSync(join(outbox, name)) });
      }
      const at = plusMs(clock.now(), -SECOND_MS);
      const due = await bank.answersDue(at);
      for (const { name, content } of due.files)
        if (!name.startsWith("camt05")) writeFileSync(join(inbox, name), content);
      await bank.markDelivered(due.upTo);
    },
  };
  return self;
}
