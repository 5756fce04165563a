import { assert, present } from "../assert.ts";
import type { Config } from "../process/config.ts";
import type { Database } from "../sql/database.ts";
import type { Job } from "../work/worker.ts";
import { type Clock, systemClock } from "./clock.ts";
import {
  type ClockRow,
  findClock,
  insertClockIfMissing,
  lockClock,
  readClock,
  writeClock,
} from "./service-clock.queries.ts";

/**
 * The service's clock, kept in the database so that all processes agree and a restart changes nothing.
 *
 * `system` runs with the machine, ahead of it by an offset; `virtual` stands still. Either moves ahead when it is told to,
 * never back. What a process knows of it is re-read twice a second (`refreshClockJob`), so another process may be that
 * much behind after an advance; the time a process has shown it never takes back, except after a reset.
 *
 * In production mode there is no such clock: the machine's own is used and the table is not read.
 */
export interface ServiceClock extends Clock {
  readonly kind: "system" | "virtual";
  /** Reads what another process may have set. */
  refresh(): Promise<void>;
  /** Moves ahead to the instant for every process. Does nothing when it is that late already. */
  advanceTo(at: Date): Promise<void>;
  /** Goes back to the machine's time, for every process. What was made before keeps its later times and ids. */
  reset(): Promise<void>;
}

const REFRESH_EVERY_MS = 500;

/** Keeps a process up with the others, as background work of every process in sandbox mode. */
export const refreshClockJob = (clock: ServiceClock): Job => ({
  name: "clock",
  everyMs: REFRESH_EVERY_MS,
  run: async () => {
    await clock.refresh();
    return 0;
  },
});

/** How the clock was left, or undefined when none was ever opened on this database. */
export const storedClockKind = async (database: Database): Promise<ServiceClock["kind"] | undefined> =>
  (await findClock(database))?.kind;

export async function openServiceClock(
  database: Database,
  config: Pick<Config, "mode" | "clock">,
): Promise<ServiceClock> {
  if (config.mode === "production") return productionClock;
  const machineNow = () => new Date();
  await insertClockIfMissing(database, standing(config.clock, machineNow()));
  let row = await database.transaction(async (tx) => {
    const stored = await lockClock(tx);
    if (stored.kind === config.clock) return stored;
    // Started in the other kind than before: time goes on from where it was.
    const changed = toKind(config.clock, stored, machineNow());
    await writeClock(tx, changed);
    return changed;
  });
  let shownMs = 0;
  const learn = (stored: ClockRow): void => {
    if (stored.resets > row.resets) shownMs = 0;
    row = stored;
  };
  const now = (): Date => {
    shownMs = Math.max(shownMs, instantOfRow(row, machineNow()).getTime());
    return new Date(shownMs);
  };
  return {
    kind: config.clock,
    now,
    refresh: async () => {
      const stored = await readClock(database);
      // Read before an advance of our own committed: what we know already is newer.
      const isNewer = instantOfRow(stored, machineNow()) >= instantOfRow(row, machineNow());
      if (stored.resets > row.resets || (isNewer && stored.resets === row.resets)) learn(stored);
    },
    advanceTo: async (at) => {
      const moved = await database.transaction(async (tx) => {
        const stored = await lockClock(tx);
        const advanced = ahead(stored, at, machineNow());
        if (advanced !== stored) await writeClock(tx, advanced);
        return advanced;
      });
      learn(moved);
      assert(now() >= at, "the clock shows at least the instant it was moved to");
    },
    reset: async () => {
      const started = await database.transaction(async (tx) => {
        const { kind, resets } = await lockClock(tx);
        const anew = { ...standing(kind, machineNow()), resets: resets + 1 };
        await writeClock(tx, anew);
        return anew;
      });
      learn(started);
    },
  };
}

const productionClock: ServiceClock = {
  kind: "system",
  now: systemClock.now,
  refresh: () => Promise.resolve(),
  advanceTo: () => Promise.reject(new RangeError("In production mode the clock is the machine's")),
  reset: () => Promise.reject(new RangeError("In production mode the clock is the machine's")),
};

const standing = (kind: ClockRow["kind"], at: Date): ClockRow => ({
  kind,
  offset_ms: 0n,
  stands_at: kind === "virtual" ? at : null,
  resets: 0,
});

const instantOfRow = ({ kind, offset_ms: offsetMs, stands_at: standsAt }: ClockRow, machine: Date): Date =>
  kind === "virtual"
    ? present(standsAt, "a virtual clock stands somewhere")
    : new Date(machine.getTime() + Number(offsetMs));

const running = (at: Date, machine: Date, { resets }: ClockRow): ClockRow => ({
  resets,
  kind: "system",
  offset_ms: BigInt(at.getTime() - machine.getTime()),
  stands_at: null,
});

function toKind(kind: ClockRow["kind"], stored: ClockRow, machine: Date): ClockRow {
  const shown = instantOfRow(stored, machine);
  if (kind === "virtual") return { ...stored, kind, offset_ms: 0n, stands_at: shown };
  return shown > machine ? running(shown, machine, stored) : { ...standing("system", machine), resets: stored.resets };
}

function ahead(stored: ClockRow, at: Date, machine: Date): ClockRow {
  if (instantOfRow(stored, machine) >= at) return stored;
  return stored.kind === "virtual" ? { ...stored, stands_at: at } : running(at, machine, stored);
}
