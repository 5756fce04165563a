import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CheckRecord,
  checkFileTemplates,
  parseCheckFile,
  type ReadCheck,
  writeCheckFile,
} from "bursar-bank-formats/checks";
import { present } from "#kernel/assert.ts";
import type { Clock } from "#kernel/clock/clock.ts";
import { agreementOf } from "../../../../packages/simulated-bank/src/agreement/bank-agreement.ts";
import { openFileBank } from "../../../../packages/simulated-bank/src/file-bank.ts";
import { exchange, exchangeFolders } from "../../../../packages/simulated-bank/src/folder/exchange-folder.ts";
import { memoryState } from "../../../../packages/simulated-bank/src/state/bank-state.ts";

/** The account of every test organization. */
export const CHECK_ACCOUNT = "400000001";

const templateOf = (id: string) =>
  present(
    checkFileTemplates.find((template) => template.id === id),
    "the template exists",
  );

/** The settings of a connection for checks that the bank prints, as the bank of these tests agreed on. */
export const checkSettings = {
  printedBy: "bank",
  mailedWhen: "reported",
  bankName: "FIRST BANK",
  positivePayCutOff: "13:00",
  answerMinutes: 60,
} as const;

/** A bank that reads positive-pay files and PDFs from a folder and answers into it. */
export async function openCheckBank(folder: string, clock: Clock) {
  const agreement = agreementOf(
    JSON.stringify({
      bankName: "FIRST BANK",
      routingNumber: "021000021",
      bic: "FIRSUS33",
      accounts: [{ number: CHECK_ACCOUNT, name: "Acme, Inc.", openingBalance: "1000000.00" }],
      checks: [
        {
          issueTemplate: "generic-csv",
          paidTemplate: "generic-paid-csv",
          paidAfterBankingDays: 2,
          printedBy: "bank",
        },
      ],
    }),
  );
  const bank = await openFileBank({
    state: memoryState(),
    clock,
    seed: undefined,
    agreement: () => Promise.resolve(agreement),
  });
  const folders = await exchangeFolders(folder);
  const takenNames = new Set<string>();
  return { work: () => exchange(bank, folders, { now: () => clock.now(), taken: takenNames }) };
}

/** The files that the bank has, by their endings. */
export const sentFiles = (folder: string, ending: ".txt" | ".pdf"): readonly string[] =>
  readdirSync(join(folder, "outbox"))
    .filter((name) => name.endsWith(ending))
    .sort();

/** The checks in a positive-pay file. */
export const issuedIn = (folder: string, name: string): readonly ReadCheck[] =>
  parseCheckFile(templateOf("generic-csv"), readFileSync(join(folder, "outbox", name), "utf8")).checks;

/** Holds back the files of paid checks that the bank writes meanwhile; `arrive` delivers them. */
export async function paidFilesComeLater(
  folder: string,
  write: () => Promise<unknown>,
): Promise<{ readonly count: number; arrive(): void }> {
  const inbox = join(folder, "inbox");
  const before = new Set(readdirSync(inbox));
  await write();
  const names = readdirSync(inbox).filter((name) => name.startsWith("checks-") && !before.has(name));
  const held = mkdtempSync(join(tmpdir(), "bursar-late-"));
  for (const name of names) renameSync(join(inbox, name), join(held, name));
  return {
    count: names.length,
    arrive: () => {
      for (const name of names) renameSync(join(held, name), join(inbox, name));
      rmSync(held, { recursive: true });
    },
  };
}

/** The bank writes a file of paid checks and exceptions. */
export const writePaidFile = (folder: string, name: string, checks: readonly Partial<CheckRecord>[]): void =>
  writeFileSync(
    join(folder, "inbox", name),
    writeCheckFile(
      templateOf("generic-paid-csv"),
      checks.map((check) => ({
        status: "paid",
        accountNumber: CHECK_ACCOUNT,
        checkNumber: 1,
        amountMinor: 0n,
        ...check,
      })),
      { fileDate: "2026-11-30" },
    ).text,
  );
