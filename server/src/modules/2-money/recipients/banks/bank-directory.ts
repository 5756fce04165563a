import { readFile, stat } from "node:fs/promises";
import { type BankOfNumber, readRoutingDirectory } from "bursar-bank-formats/directory";
import { MINUTE_MS } from "#kernel/clock/clock.ts";
import type { Service } from "#kernel/process/service.ts";

/** In the sandbox: its own bank, and the banks of the demo's recipients. */
const sandboxBanks: ReadonlyMap<string, BankOfNumber> = new Map([
  ["091000019", { name: "Bursar Sandbox Bank", city: "", state: "" }],
  ["021000021", { name: "JPMorgan Chase Bank", city: "", state: "" }],
  ["121000248", { name: "Wells Fargo Bank", city: "", state: "" }],
  ["123000220", { name: "U.S. Bank", city: "", state: "" }],
]);

/** Finds the bank of a routing number. */
export type FindBank = (routingNumber: string) => Promise<BankOfNumber | undefined>;

/**
 * The directory that the operator has put on the server, if any. Another edition of the file counts within a minute. If it
 * cannot be read, the one before counts, and the log says why.
 */
export function openBankDirectory({ config, log }: Pick<Service, "config" | "log">): FindBank {
  const { bankDirectory: path, mode } = config;
  const builtIn = mode === "sandbox" ? sandboxBanks : new Map<string, BankOfNumber>();
  if (path === undefined) return async (routingNumber) => builtIn.get(routingNumber);
  let banks: ReadonlyMap<string, BankOfNumber> = builtIn;
  let edition = "";
  let lookAgainAt = 0;
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    try {
      const { mtimeMs, size } = await stat(path);
      if (edition !== `${mtimeMs}/${size}`) {
        banks = readRoutingDirectory(await readFile(path, "latin1"));
        edition = `${mtimeMs}/${size}`;
      }
    } catch (error) {
      log.error({ err: error, path }, "The directory of routing numbers cannot be read: names of banks may be missing");
    }
    // A file on this machine: its clock, whatever the time of the sandbox.
    lookAgainAt = performance.now() + MINUTE_MS;
    reading = undefined;
  };
  return async (routingNumber) => {
    if (performance.now() >= lookAgainAt) {
      reading ??= read();
      await reading;
    }
    return banks.get(routingNumber) ?? builtIn.get(routingNumber);
  };
}
