import { readFile } from "node:fs/promises";
import { KeyCommandFailed, runKeyCommand } from "#kernel/crypto/key-command.ts";
import { type MasterKeys, parseMasterKeys, readOrCreateMasterKeyFile } from "#kernel/crypto/master-key.ts";
import { type Config, masterKeyFileOf } from "#kernel/process/config.ts";
import { StartUpProblem } from "./start-up-problem.ts";

/** There is no usable master key; the message says what to do. */
export class KeyProblem extends StartUpProblem {
  override readonly name = "KeyProblem";
}

/** The configured master keys; in sandbox mode, if none is configured, those in the data folder, created if missing. */
export const readMasterKeys = (config: Config): Promise<MasterKeys> =>
  explained(async () => {
    const text = await configuredText(config);
    return text === undefined ? readOrCreateMasterKeyFile(masterKeyFileOf(config)) : parseMasterKeys(text);
  });

/** The text of the configured master keys, or of those in the data folder. Undefined if there are none: never creates one. */
export const findMasterKeyText = (config: Config): Promise<string | undefined> =>
  explained(async () => {
    const text = await configuredText(config);
    if (text !== undefined) return text;
    return readFile(masterKeyFileOf(config), "utf8").catch((error: unknown) => {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    });
  });

const configuredText = async ({ masterKey, masterKeyCommand }: Config): Promise<string | undefined> =>
  masterKeyCommand === undefined ? masterKey : runKeyCommand(masterKeyCommand);

/** Parses keys that someone wrote or copied. Throws a KeyProblem. */
export const masterKeysIn = (text: string): Promise<MasterKeys> => explained(async () => parseMasterKeys(text));

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : "The master key cannot be read";
    const advice =
      error instanceof KeyCommandFailed ? " Run the command as the user of the service: it must print the key." : "";
    throw new KeyProblem(`${message}${advice}`, { cause: error });
  }
}
