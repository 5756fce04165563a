import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "bursar-banking/clock";
import { AgreementError, agreementOf, type BankAgreement } from "../agreement/bank-agreement.ts";
import { openFileBank } from "../file-bank.ts";
import type { BankDeposit } from "../receive/deposits.ts";
import { folderState } from "../state/folder-state.ts";
import { type Exchanged, exchange, exchangeFolders } from "./exchange-folder.ts";

export interface SimulatedExchange {
  /** Contains the agreement, and gets `outbox` and `inbox`. */
  readonly directory: string;
  /** Keeps other processes from running the same bank; throws while another one does. */
  readonly lock: (folder: string) => { release(): void };
  readonly clock: Clock;
  readonly seed: number | undefined;
  readonly pollMs: number;
  /** Money that arrives from outside at the start. */
  readonly deposits: readonly BankDeposit[];
  /** Ends after the first round. */
  readonly isOneRound: boolean;
  /** Ends after the current round. */
  readonly signal: AbortSignal;
  /** Called after each round in which something happened. */
  readonly report: (exchanged: Exchanged) => void;
}

/** The agreement in the directory. Throws AgreementError if it is missing or wrong. */
async function agreementIn(directory: string): Promise<BankAgreement> {
  const path = join(directory, "bank.json");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) throw new AgreementError(`${path} is missing: it describes the bank and its customer`);
  return agreementOf(text);
}

/**
 * Runs the bank over a directory until the signal: the same layout as behind an SFTP server whose root it is. Only one
 * process at a time; a second one is refused.
 */
export async function simulateBank(options: SimulatedExchange): Promise<void> {
  const { directory, clock, seed, pollMs, signal, report } = options;
  const agreement = await agreementIn(directory);
  const folders = await exchangeFolders(directory);
  const lock = options.lock(folders.records);
  try {
    const bank = await openFileBank({
      state: await folderState(folders.records),
      agreement: async () => agreement,
      clock,
      seed,
    });
    for (const deposit of options.deposits) {
      if (!agreement.accounts.some(({ number }) => number === deposit.accountNumber))
        throw new AgreementError("A deposit is for an account that the agreement does not have");
      await bank.deposit(deposit);
    }
    const taken = new Set<string>();
    while (!signal.aborted) {
      const exchanged = await exchange(bank, folders, { now: () => clock.now(), taken });
      if (exchanged.received + exchanged.answered > 0) report(exchanged);
      if (options.isOneRound) return;
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    lock.release();
  }
}
