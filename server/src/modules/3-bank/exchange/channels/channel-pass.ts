import type { Direction } from "../bank-file.ts";
import type { BankFileState } from "../file-states.ts";
import type { BankChannel } from "./channel.ts";
import type { Connection } from "./connection.ts";
import type { ChannelService, Lease } from "./lease.ts";

/** What a pass over one connection works with. */
export interface ChannelPass {
  readonly service: ChannelService;
  readonly channel: BankChannel;
  readonly lease: Lease;
  readonly connection: Connection;
  readonly observer: FileObserver;
}

/** Counts what happens to files in this process (metrics). */
export interface FileObserver {
  moved(direction: Direction, state: BankFileState): void;
  /** A received file differs from its format so many times in the same way. */
  tolerated(tolerance: string, count: number): void;
}

export const noObserver: FileObserver = { moved: () => undefined, tolerated: () => undefined };
