import { setImmediate as nextTurn } from "node:timers/promises";
import type { MessageName } from "../messages/message-tables.ts";
import { beginMessage, type ReadOptions, type ReceivedMessage } from "./read-message.ts";

/** What is read in one turn of the event loop: a few milliseconds of work. */
const TURN_BYTES = 32 * 1024;

/** A file in pieces, such as a stream of the file system. */
export type FileChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Pieces of a few milliseconds of work, each in a turn of its own. */
export async function* turns(chunks: FileChunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += TURN_BYTES) {
      yield chunk.subarray(at, at + TURN_BYTES);
      await nextTurn();
    }
  }
}

/** Like `readMessage`, from a file of any size up to `bytesMax`, without blocking the event loop. */
export async function readMessageFrom<M extends MessageName>(
  chunks: FileChunks,
  accepted: readonly M[],
  options: ReadOptions = {},
): Promise<ReceivedMessage<M>> {
  const reading = beginMessage(accepted, options);
  for await (const chunk of turns(chunks)) reading.write(chunk);
  // The reader accepts no other message than those of M.
  return reading.close() as ReceivedMessage<M>;
}
