import { MINUTE_MS, SECOND_MS } from "#kernel/clock/clock.ts";
import { StorageUnavailable } from "#kernel/storage/object-store.ts";
import { type Transport, TransportError } from "../transports/transport.ts";
import type { BankChannel, BankChannels } from "./channel.ts";

/** A transport that is opened when it is first needed, and again after it failed. */
export interface Connection {
  use<Result>(work: (transport: Transport) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export function lazyConnection(channels: BankChannels, channel: BankChannel): Connection {
  let open: Transport | undefined;
  const close = async (): Promise<void> => {
    const closing = open;
    open = undefined;
    await closing?.close().catch(() => undefined);
  };
  return {
    use: async (work) => {
      open ??= await channels.open(channel);
      try {
        return await work(open);
      } catch (error) {
        // Whatever failed may have left the connection unusable.
        await close();
        throw error;
      }
    },
    close,
  };
}

/** A sentence for people: transports name neither secrets nor contents in their errors. The log has all others. */
export const bankProblemOf = (error: unknown): string =>
  error instanceof TransportError || error instanceof StorageUnavailable
    ? error.message.slice(0, PROBLEM_LENGTH_MAX)
    : "The service failed to work on it; its log has the error";
const PROBLEM_LENGTH_MAX = 500;

/** The content of a received file cannot be used: too large, not decryptable, or not signed by the bank. */
export const isUnacceptable = (error: unknown): error is TransportError =>
  error instanceof TransportError && error.kind === "unacceptable";

const FIRST_RETRY_MS = 2 * SECOND_MS;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;

/** The wait after a failed attempt: it doubles up to five minutes, with jitter so that connections do not retry together. */
export const bankRetryMs = (failuresInARow: number): number => {
  const doubled = FIRST_RETRY_MS * 2 ** Math.min(failuresInARow - 1, 20);
  return Math.round(Math.min(doubled, LONGEST_RETRY_MS) * (0.75 + Math.random() / 2));
};
