/** `TextDecoder` reads Latin-1 as Windows-1252, which has other characters for some bytes. */
const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const byteOf: ReadonlyMap<string, number> = new Map(
  [...new TextDecoder("latin1").decode(bytes)].map((character, byte) => [character, byte]),
);

/** The characters of a line that was decoded as Latin-1, if its bytes are UTF-8 and not ASCII; undefined otherwise. */
export function decodedUtf8(line: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  if (/^[\x00-\x7f]*$/.test(line)) return undefined;
  const raw = Array.from(line, (character) => byteOf.get(character));
  if (!raw.every((byte) => byte !== undefined)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(raw));
  } catch {
    return undefined;
  }
}
