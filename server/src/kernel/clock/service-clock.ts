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
 * The service's clock, stored in the database so that all processes agree and it survives a restart.
 *
 * A `system` clock runs with the machine plus an offset; a `virtual` clock is stopped. Both move forward on request,
 * never back. Each process looks for a change of the stored clock (`refreshClockJob`), so another process may lag by up
 * to 0.65 s after an advance. A process never shows an earlier time than before, except after a reset.
 *
 * In production mode, the machine's clock is used and the table is not read.
 */
export interface ServiceClock extends Clock {
  readonly kind: "system" | "virtual";
  /** Reads the stored clock, which another process may have set. */
  refresh(): Promise<void>;
  /** Moves the clock of every process forward to the instant. Does nothing if it is already that late. */
  advanceTo(at: Date): Promise<void>;
  /** Resets the clock of every process to the machine's time. Existing rows keep their later times and ids. */
  reset(): Promise<void>;
}

/** Passes are left out while nothing is written, which is remembered for 0.4 s. */
const REFRESH_EVERY_MS = 250;

/** Keeps a process's clock current: a background job of every process in sandbox mode. */
export const refreshClockJob = (clock: ServiceClock): Job => ({
  name: "clock",
  everyMs: REFRESH_EVERY_MS,
  nextDueAt: () => Promise.resolve(undefined),
  run: async () => {
    await clock.refresh();
    return 0;
  },
});

/** The stored kind of clock, or undefined if this database never had one. */
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
    // The service was started with the other kind of clock: time continues from where it was.
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
      // The row was read before our own advance committed, so our value is newer.
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
      assert(now() >= at, "assert: the clock shows at least the instant it was moved to");
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
  advanceTo: () => Promise.reject(new RangeError("Production mode uses the machine's clock")),
  reset: () => Promise.reject(new RangeError("Production mode uses the machine's clock")),
};

const standing = (kind: ClockRow["kind"], at: Date): ClockRow => ({
  kind,
  offset_ms: 0n,
  stands_at: kind === "virtual" ? at : null,
  resets: 0,
});

const instantOfRow = ({ kind, offset_ms: offsetMs, stands_at: standsAt }: ClockRow, machine: Date): Date =>
  kind === "virtual"
    ? present(standsAt, "a virtual clock has an instant")
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
