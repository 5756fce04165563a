import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { AgreementError, type BankDeposit, depositKinds, simulateBank } from "bursar-simulated-bank";
import { type Command, InvalidArgumentError, Option } from "commander";
import { plusMs, systemClock } from "#kernel/clock/clock.ts";
import { FolderLocked, lockDataFolder } from "#kernel/process/data-folder.ts";
import { minorFromText } from "#kernel/values/money.ts";
import { StartUpProblem } from "#main/start-up-problem.ts";
import { withExamples } from "../examples.ts";
import type { Terminal } from "../output.ts";
import { jsonOption, payerOption } from "../settings-options.ts";

/** `bursar bank simulate`: a bank at the other end of a folder, until a signal. */
export function simulateCommand(group: Command, terminal: Terminal): void {
  const command = group
    .command("simulate")
    .description(
      "run a simulated bank that reads the files in <folder>/outbox and answers in <folder>/inbox; with --json, prints a line for each round",
    );
  withExamples(command, [
    "bursar bank simulate --folder /srv/bank",
    "bursar bank simulate --folder /srv/bank --once --deposit 1000200030=250.00",
  ])
    .requiredOption("--folder <folder>", "the folder; its bank.json describes the bank and its customer")
    .option("--seed <number>", "fail, delay, or repeat a few ordinary payments in a hundred", wholeNumber)
    .option("--clock <instant>", "begin at this instant instead of now, such as 2026-11-20T15:00:00Z", instantOf)
    .option("--poll <seconds>", "how often the outbox is read", seconds, 1)
    .option(
      "--deposit <account=dollars...>",
      "money that arrives at the start, such as 1000200030=250.00",
      deposits,
      [],
    )
    .addOption(new Option("--deposit-by <kind>", "how it arrives").choices(depositKinds).default("ach"))
    .addOption(payerOption().default("Simulated Payer"))
    .option("--once", "read and answer once, and end")
    .option(...jsonOption)
    .action((options: SimulateOptions) => simulate(options, terminal));
}

interface SimulateOptions {
  readonly folder: string;
  readonly seed?: number;
  readonly clock?: Date;
  readonly poll: number;
  readonly deposit: readonly GivenDeposit[];
  readonly depositBy: BankDeposit["kind"];
  readonly payer: string;
  readonly once?: boolean;
  readonly json?: boolean;
}

async function simulate(options: SimulateOptions, terminal: Terminal): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  const directory = resolve(options.folder);
  const offsetMs = options.clock === undefined ? 0 : options.clock.getTime() - systemClock.now().getTime();
  try {
    if (options.once !== true && options.json !== true)
      terminal.print(`The bank reads ${directory}/outbox and answers in ${directory}/inbox.`);
    await simulateBank({
      directory,
      seed: options.seed,
      pollMs: options.poll * 1_000,
      signal: stop.signal,
      lock: lockDataFolder,
      clock: { now: () => plusMs(systemClock.now(), offsetMs) },
      deposits: options.deposit.map((given) => ({
        ...given,
        depositId: randomUUID().replaceAll("-", ""),
        kind: options.depositBy,
        payer: options.payer,
      })),
      isOneRound: options.once === true,
      report: ({ received, answered }) =>
        terminal.print(
          options.json === true
            ? JSON.stringify({ received, answered })
            : `Received: ${received}. Answers: ${answered}.`,
        ),
    });
  } catch (error) {
    if (error instanceof AgreementError || error instanceof FolderLocked) throw new StartUpProblem(error.message);
    throw error;
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}

type GivenDeposit = Pick<BankDeposit, "accountNumber" | "amountMinor">;

function deposits(text: string, before: readonly GivenDeposit[]): readonly GivenDeposit[] {
  const [, accountNumber = "", dollars = ""] = /^([0-9]{1,17})=([0-9.]{1,16})$/.exec(text) ?? [];
  const amountMinor = minorFromText(dollars);
  if (amountMinor === undefined || amountMinor === 0n)
    throw new InvalidArgumentError("Write it as account=dollars, such as 1000200030=250.00.");
  return [...before, { accountNumber, amountMinor }];
}

function wholeNumber(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

function seconds(text: string): number {
  const value = wholeNumber(text);
  if (value < 1 || value > 3_600) throw new InvalidArgumentError("It must be between 1 and 3600.");
  return value;
}

function instantOf(text: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z$/.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError("Write it as 2026-11-20T15:00:00Z.");
  return at;
}
