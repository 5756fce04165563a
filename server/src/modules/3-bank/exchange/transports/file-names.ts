import { type IncomingFile, TransportError } from "./transport.ts";

/** How unfinished uploads are named; at least one part is not empty. */
export interface TemporaryNames {
  readonly temporaryPrefix: string;
  readonly temporarySuffix: string;
}

/** POSIX portable file names (IEEE 1003.1, 3.282), not hidden, which every bank accepts. */
const OUTGOING = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
const NAME_BYTES_MAX = 255;

/** Names of files that programs are still writing: common SFTP clients and banks' own uploads. */
const UNFINISHED = /^\.|\.(tmp|temp|part|partial|filepart|writing|uploading|swp|lock)$|~$/i;

/** The temporary name of an outgoing file. Throws TransportError for a name that some bank would not accept. */
export function temporaryName(name: string, { temporaryPrefix, temporarySuffix }: TemporaryNames): string {
  const temporary = `${temporaryPrefix}${name}${temporarySuffix}`;
  if (!OUTGOING.test(name) || temporary === name)
    throw new TransportError("refused", `${shown(name)} is not a file name that can be sent`);
  return temporary;
}

/** Refuses the name of an incoming file that could lead out of its directory. */
export function requireIncomingName(name: string): void {
  if (!isIncomingName(name)) throw new TransportError("refused", `${shown(name)} is not a file name that can be read`);
}

/** Whether a listed name is a file's, and not one of an unfinished upload. */
export const looksComplete = (name: string, { temporaryPrefix, temporarySuffix }: TemporaryNames): boolean =>
  isIncomingName(name) &&
  !UNFINISHED.test(name) &&
  !(temporaryPrefix !== "" && name.startsWith(temporaryPrefix)) &&
  !(temporarySuffix !== "" && name.endsWith(temporarySuffix));

const isIncomingName = (name: string): boolean =>
  name !== "" &&
  name !== "." &&
  name !== ".." &&
  Buffer.byteLength(name) <= NAME_BYTES_MAX &&
  !/[/\\\p{Cc}\p{Cf}]/u.test(name);

/** A name for messages: short, and without characters that a terminal would act on. */
export const shown = (name: string): string => JSON.stringify(name.slice(0, 80).replaceAll(/[\p{Cc}\p{Cf}]/gu, "?"));

/**
 * The files whose size and time did not change between two listings: what is still being written changes. Empty files
 * are left alone, because programs create a file before they write it.
 */
export function unchanged(earlier: readonly IncomingFile[], later: readonly IncomingFile[]): readonly IncomingFile[] {
  const before = new Map(earlier.map((file) => [file.name, file]));
  return later
    .filter((file) => {
      const earlier = before.get(file.name);
      return (
        earlier !== undefined &&
        file.bytes > 0 &&
        earlier.bytes === file.bytes &&
        earlier.modifiedAt.getTime() === file.modifiedAt.getTime()
      );
    })
    .sort((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime() || (a.name < b.name ? -1 : 1));
}
