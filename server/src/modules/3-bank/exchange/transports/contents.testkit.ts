import type { Found, Transport } from "./transport.ts";

/** Files for tests of transports. */

/** Stages a file and publishes it. */
export async function put(
  transport: Transport,
  name: string,
  content: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<void> {
  await transport.stage(name, content, bytes);
  for await (const { problem } of transport.publish([name])) if (problem !== undefined) throw problem;
}

export const find = async (transport: Transport, name: string): Promise<Found | undefined> =>
  (await transport.find([name])).get(name);

/** A content in pieces of any size. */
export async function* inPieces(content: Uint8Array, pieceBytes = 10_000): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.length; from += pieceBytes) yield content.subarray(from, from + pieceBytes);
}

/** Bytes that differ everywhere, so that a missing or moved piece shows. */
export function distinctBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let index = 0; index < length; index += 1) bytes[index] = (index * 7 + (index >> 8) * 13 + (index >> 16)) & 0xff;
  return bytes;
}

export async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
