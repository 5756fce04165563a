import crypto from "node:crypto";
import files, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import perfHooks from "node:perf_hooks";
import type { TimerOptions } from "node:timers";
import timersOfPromises from "node:timers/promises";
import { seeded } from "../kit/faults/random.ts";

/**
 * What a process finds around it, from the seed: random numbers, the clock that measures intervals, and timers. The
 * service takes the date from its own clock, but IDs, nonces, back-offs, and the ages of caches come from here.
 */
export interface Surroundings {
  /** The instant in milliseconds, which only the scheduler moves. */
  nowMs: number;
  /** How many random bytes were drawn. */
  readonly bytesDrawn: number;
  /** Timers that are started from now on belong to this process, and end with it. */
  owner: object | undefined;
  /** Ends the timers of a process that died. */
  endTimersOf(owner: object): void;
  restore(): void;
}

const nothing = (): void => undefined;
const LONG_MS = 2_000;
/** The longest that a timer can take. */
const NEVER_MS = 2 ** 31 - 1;

/** Replaces them for the whole process, until `restore`: one simulation at a time. */
export function takeSurroundings(seed: number, startMs: number): Surroundings {
  const random = seeded(seed ^ 0x5eed);
  const timers = new Map<object, Set<NodeJS.Timeout>>();
  let bytesDrawn = 0;
  const surroundings: Surroundings = {
    nowMs: startMs,
    get bytesDrawn() {
      return bytesDrawn;
    },
    owner: undefined,
    endTimersOf: (owner) => {
      for (const timer of timers.get(owner) ?? []) clearTimeout(timer);
      timers.delete(owner);
    },
    restore: () => {
      Object.assign(crypto, own.crypto);
      Object.assign(Math, { random: own.random });
      Object.assign(globalThis, { setTimeout: own.setTimeout, setInterval: own.setInterval });
      Object.assign(files, { open: own.open });
      Object.assign(perfHooks, own.perfHooks);
      Object.assign(timersOfPromises, { setTimeout: own.sleep });
      for (const file of openFiles) void file.close().catch(() => undefined);
      Reflect.deleteProperty(performance, "now");
      syncBuiltinESMExports();
    },
  };
  const { randomBytes, randomFillSync, randomUUID, randomInt } = crypto;
  const own = {
    crypto: { randomBytes, randomFillSync, randomUUID, randomInt },
    random: Math.random,
    open: files.open,
    perfHooks: {
      monitorEventLoopDelay: perfHooks.monitorEventLoopDelay,
      PerformanceObserver: perfHooks.PerformanceObserver,
    },
    sleep: timersOfPromises.setTimeout,
    setTimeout: globalThis.setTimeout,
    setInterval: globalThis.setInterval,
  };

  const filled = <Target extends NodeJS.ArrayBufferView>(target: Target): Target => {
    bytesDrawn += target.byteLength;
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(random() * 256);
    return target;
  };
  const uuid = (): string => {
    const hex = filled(Buffer.alloc(16)).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  Object.assign(crypto, {
    // Only the forms that the service uses: without callbacks, and of whole buffers.
    randomBytes: (size: number) => filled(Buffer.alloc(size)),
    randomFillSync: filled,
    randomUUID: uuid,
    randomInt: (...bounds: number[]) => {
      const [least, end] = bounds.length > 1 ? [bounds[0] ?? 0, bounds[1] ?? 0] : [0, bounds[0] ?? 0];
      return least + Math.floor(random() * (end - least));
    },
  });
  // A process that dies leaves its files open, and Node.js ends if it finds that nobody can close them any more.
  const openFiles = new Set<FileHandle>();
  const open: typeof files.open = async (...given) => {
    const file = await own.open(...given);
    openFiles.add(file);
    return file;
  };
  Object.assign(files, { open });
  // What measures a process would go on when it is dead, and thousands of them would be measured.
  Object.assign(perfHooks, {
    monitorEventLoopDelay: () => Object.assign(perfHooks.createHistogram(), { enable: nothing, disable: nothing }),
    PerformanceObserver: class {
      observe(): void {}
      disconnect(): void {}
    },
  });
  // In a step, sleeping is a turn of the others: a pause that drawing makes on a busy machine proves nothing.
  const sleep = <Value>(delayMs?: number, value?: Value, options?: TimerOptions): Promise<Value | undefined> =>
    surroundings.owner === undefined || (delayMs ?? 0) >= LONG_MS
      ? own.sleep(delayMs, value, options)
      : timersOfPromises.setImmediate(value, options);
  Object.assign(timersOfPromises, { setTimeout: sleep });
  syncBuiltinESMExports();
  Object.assign(Math, { random });
  Object.defineProperty(performance, "now", { value: () => surroundings.nowMs - startMs, configurable: true });

  /**
   * Timers run in real time. Short ones only order what a step does; a long one, such as that which closes an idle
   * connection, would end during some step of a slow machine, and in none of a fast one. So it never ends.
   */
  const lasting = (delayMs: number | undefined): number => ((delayMs ?? 0) < LONG_MS ? (delayMs ?? 0) : NEVER_MS);
  const owned = <Start extends typeof setTimeout | typeof setInterval>(start: Start): Start => {
    const starting = (...given: Parameters<typeof setTimeout>): NodeJS.Timeout => {
      const [work, delayMs, ...parameters] = given;
      if (surroundings.owner === undefined) return start(...given);
      const timer = start(work, lasting(delayMs), ...parameters);
      const others = timers.get(surroundings.owner) ?? new Set();
      timers.set(surroundings.owner, others.add(timer));
      return timer;
    };
    return Object.assign(starting, start);
  };
  Object.assign(globalThis, { setTimeout: owned(own.setTimeout), setInterval: owned(own.setInterval) });
  return surroundings;
}
