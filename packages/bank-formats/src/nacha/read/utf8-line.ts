/** Windows-1252, which `TextDecoder` uses for Latin-1, has other characters than Latin-1 for these bytes. */
const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const byteOf: ReadonlyMap<string, number> = new Map(
  [...new TextDecoder("latin1").decode(bytes)].map((character, byte) => [character, byte]),
);
const RECORD_LENGTH = 94;

/**
 * The characters of a line that is too long as Latin-1, if it is a record of 94 characters (or fewer, with trailing blanks
 * missing) in UTF-8; undefined otherwise. Only programs that count characters write such lines: their fields are in place.
 */
export function decodedUtf8(line: string): string | undefined {
  if (/^[ -~]*$/.test(line)) return undefined;
  const raw = Array.from(line, (character) => byteOf.get(character));
  if (!raw.every((byte) => byte !== undefined)) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(raw));
    return text.trimEnd().length <= RECORD_LENGTH ? text : undefined;
  } catch {
    return undefined;
  }
}
