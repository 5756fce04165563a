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

export interface Published {
  readonly name: string;
  /** The server answered that it did not accept the name. */
  readonly problem?: TransportError;
}

/**
 * Moves files to and from one bank. Methods reject with TransportError, and after `unreachable` only with it: open
 * another transport. Not for concurrent calls.
 */
export interface Transport {
  /**
   * Writes the file under a temporary name and reads the size back: the bank does not read it yet. A name that the
   * directory has is `refused`. An earlier temporary file of the name is overwritten, so an interrupted call is simply
   * repeated.
   * @param bytes the length of the content; another length is an error
   */
  stage(name: string, content: AsyncIterable<Uint8Array>, bytes: number): Promise<void>;
  /**
   * Gives staged files their final names, in order, and yields each. Never replaces a file. A call that rejects may have
   * published any of the files that it has not yielded.
   */
  publish(names: readonly string[]): AsyncIterable<Published>;
  /** Since sizes are read back before files are published, one with its final name is complete. */
  find(names: readonly string[]): Promise<ReadonlyMap<string, Found>>;
  /** Files in the incoming directory that look complete, oldest first. More than ENTRIES_MAX entries are `refused`. */
  list(): Promise<readonly IncomingFile[]>;
  /**
   * The content as its sender wrote it: decrypted, and its signature verified, before the first byte. More than
   * `maxBytes` is `unacceptable`.
   */
  read(name: string, maxBytes: number): Promise<AsyncIterable<Uint8Array>>;
  /** Deletes an incoming file, if the connection's settings say so. Otherwise, does nothing. */
  remove(name: string): Promise<void>;
  /**
   * These incoming files are recorded: a bank that keeps them for that long need not anymore. Returns whether it has more
   * than them.
   */
  taken?(names: readonly string[]): Promise<boolean>;
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

/** Publishes files one after another; what the server does not accept does not stop the others. */
export async function* publishedEach(
  names: readonly string[],
  publish: (name: string) => Promise<void>,
): AsyncGenerator<Published> {
  for (const name of names) {
    try {
      await publish(name);
    } catch (error) {
      if (!isNotTaken(error)) throw error;
      yield { name, problem: error };
      continue;
    }
    yield { name };
  }
}

/** The server answered that it did not accept the file. */
export const isNotTaken = (error: unknown): error is TransportError =>
  error instanceof TransportError && (error.kind === "refused" || error.kind === "full");

/** Looks for files one after another. */
export async function foundEach(
  names: readonly string[],
  find: (name: string) => Promise<Found>,
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (const name of names) found.set(name, await find(name));
  return found;
}
