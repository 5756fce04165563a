import { assert } from "#kernel/assert.ts";
import type { Service } from "#kernel/process/service.ts";
import type { BankFileFormat } from "../bank-file.ts";
import type { BankChannel } from "../channels/channel.ts";
import type { FileItem } from "../items/file-item.ts";
import { ApplyAgain, type ArrivedFile, type IncomingHandler, type Interpretation } from "./incoming-handler.ts";

/** A file in a directory that several connections share. */
export interface SharedFile {
  readonly channel: Pick<BankChannel, "connectionId" | "rail" | "otherFormat" | "reading">;
  readonly sharing: readonly BankChannel[];
  readonly name: string;
  readonly formatFor: (channel: SharedFile["channel"]) => BankFileFormat | undefined;
  /** The file as a connection would receive it. */
  readonly as: (channel: SharedFile["channel"], format: BankFileFormat) => ArrivedFile;
}

/**
 * The connection whose file it is: by its name, by the formats of its rail, and otherwise the one to which most of it
 * applies. All connections of a directory come to the same result, whichever has read the file.
 */
export async function ownerOfFile(
  service: Pick<Service, "database">,
  handlers: readonly IncomingHandler[],
  { channel, sharing, name, formatFor, as }: SharedFile,
): Promise<SharedFile["channel"]> {
  const all = [channel, ...sharing].toSorted((a, b) => (a.connectionId < b.connectionId ? -1 : 1));
  const named = all.filter(({ reading }) => reading.isOwn(name) === true);
  const byName = named.length > 0 ? named : all.filter(({ reading }) => reading.isOwn(name) === undefined);
  assert(byName.includes(channel), "a connection reads no file that names give to another one");
  const candidates = byName.flatMap((connection) => {
    const format = formatFor(connection);
    const handler = handlers.find(
      ({ formats, rail }) =>
        format !== undefined && formats.includes(format) && (rail === undefined || rail === connection.rail),
    );
    return format === undefined || handler === undefined ? [] : [{ connection, format, handler }];
  });
  const [first, ...others] = candidates;
  if (first === undefined) return channel;
  // Statements say themselves which account they are about.
  if (others.length === 0 || candidates.every(({ handler }) => handler.rail === undefined)) return first.connection;
  let owner = first.connection;
  let best: Trial | undefined;
  for (const { connection, format, handler } of candidates) {
    const read = await handler.read(as(connection, format));
    if ("quarantine" in read) continue;
    const trial = await tryOut(service, read);
    if (trial !== undefined && (best === undefined || isBetter(trial, best))) [owner, best] = [connection, trial];
  }
  return owner;
}

/** A report may be applied again without a part, for each of its parts. */
const TRIES_MAX = 1_000;

/** How much of a file applies to a connection, and how much of it is about companies and accounts that are not its own. */
interface Trial {
  readonly applied: number;
  readonly foreign: number;
}

const isBetter = (trial: Trial, other: Trial): boolean =>
  trial.applied === other.applied ? trial.foreign < other.foreign : trial.applied > other.applied;

/** Nothing is applied: the transaction is rolled back. Undefined if the file would be set aside. */
async function tryOut({ database }: Pick<Service, "database">, read: Interpretation): Promise<Trial | undefined> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    let trial: Trial | undefined;
    try {
      await database.transaction(async (tx) => {
        let [items, foreign] = [0, 0];
        const count = (noted: readonly FileItem[] = []) => {
          items += noted.length;
          foreign += noted.filter(isForeign).length;
        };
        const result = await read.apply(tx, async (noted) => count(noted.items));
        if (!("quarantine" in result)) {
          count(result.items);
          assert(result.transactions >= items, "what is not applied is a part of the file");
          trial = { applied: result.transactions - items, foreign };
        }
        throw new RolledBack();
      });
    } catch (error) {
      if (error instanceof ApplyAgain) continue;
      if (!(error instanceof RolledBack)) throw error;
    }
    return trial;
  }
  return undefined;
}

const isForeign = ({ kind }: FileItem): boolean => kind === "otherCompany" || kind === "otherAccount";

class RolledBack extends Error {
  override readonly name = "RolledBack";
}
