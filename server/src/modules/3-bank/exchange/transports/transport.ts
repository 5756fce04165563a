/** A file in a directory from which the bank's files are read. */
export interface IncomingFile {
  readonly name: string;
  /** Of what is there: encrypted, if the bank encrypts. */
  readonly bytes: number;
  /** By the clock of the machine that holds it. */
  readonly modifiedAt: Date;
}

/** What the outgoing directory has under a name. */
export interface Found {
  /** `temporary`: an upload that was not completed. Nothing reads it. */
  readonly state: "final" | "temporary" | "absent";
  /** Absent if what is there is encrypted. */
  readonly bytes?: number;
}

/**
 * Moves files to and from one bank. Methods reject with TransportError, and after `unreachable` only with it: open
 * another transport. Not for concurrent calls.
 */
export interface Transport {
  /**
   * Writes the file under a temporary name, reads the size back, and renames it. Never replaces a file: a taken name is
   * `refused`. An earlier temporary file of the name is overwritten, so an interrupted call is simply repeated.
   * @param bytes the length of the content; another length is an error, and nothing is renamed
   */
  put(name: string, content: AsyncIterable<Uint8Array>, bytes: number): Promise<void>;
  /** Since sizes are read back before the rename, a file with its final name is complete. */
  find(name: string): Promise<Found>;
  /** Files in the incoming directory that look complete, oldest first. More than ENTRIES_MAX entries are `refused`. */
  list(): Promise<readonly IncomingFile[]>;
  /**
   * The content as its sender wrote it: decrypted, and its signature verified, before the first byte. More than
   * `maxBytes` is `unacceptable`.
   */
  read(name: string, maxBytes: number): Promise<AsyncIterable<Uint8Array>>;
  /** Deletes an incoming file, if the connection's settings say so. Otherwise, does nothing. */
  remove(name: string): Promise<void>;
  /** These incoming files are recorded: a bank that keeps them for that long need not anymore. */
  taken?(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export const probeSteps = [
  "connect",
  "hostKey",
  "signIn",
  "uploadDirectory",
  "downloadDirectory",
  "writePermission",
  "pgp",
] as const;

/** What a test of a connection finds. Nothing is written anywhere. */
export interface ProbeStep {
  readonly step: (typeof probeSteps)[number];
  readonly outcome: "passed" | "failed" | "unknown";
  /** What was found, or what to do. */
  readonly detail: string;
}

/** A transport that can also examine both directories without changing them. */
export interface Channel extends Transport {
  probe(): Promise<readonly ProbeStep[]>;
}

export type TransportProblem =
  /** No connection, or it was lost, or took too long: try again later. */
  | "unreachable"
  /** The server does not allow it: a person has to change something there or in the settings. */
  | "refused"
  /** No space: try again later. */
  | "full"
  /** The server does something unexpected, such as reporting another size. */
  | "protocol"
  /** The content of an incoming file: too large, not decryptable, or not signed by the bank. Quarantine it. */
  | "unacceptable";

/** Why files could not be moved. The message names no secret. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly kind: TransportProblem;
  /** The step of connecting at which it happened; undefined afterward. */
  readonly step: ProbeStep["step"] | undefined;

  constructor(
    kind: TransportProblem,
    message: string,
    { step, ...options }: { readonly cause?: unknown; readonly step?: ProbeStep["step"] } = {},
  ) {
    super(message, options);
    this.kind = kind;
    this.step = step;
  }
}

/** The most entries of a directory. Returning only some of them would hide files for as long as the others stay. */
const ENTRIES_MAX = 20_000;

/** Refuses a directory with too many entries. */
export function requireBoundedEntries(path: string, entries: number): void {
  if (entries <= ENTRIES_MAX) return;
  const message = `${path} has more than ${ENTRIES_MAX} entries. Ask the bank to delete old files, or delete files once they are read (removeAfterReading).`;
  throw new TransportError("refused", message);
}
