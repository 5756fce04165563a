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
