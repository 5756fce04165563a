/**
 * Moves files to and from a bank: directories of an SFTP server, or folders. Connections implement it; a file's states
 * depend on what is promised here.
 */
export interface Transport {
  /**
   * Writes the file under a temporary name, which replaces an earlier one, reads the size back, and renames it. Reads
   * the content to its end before that, and does not rename if the content fails. Never replaces a file of the name.
   */
  put(name: string, content: AsyncIterable<Uint8Array>, bytes: number): Promise<void>;
  /** What the outgoing directory has under the name. `bytes` is absent if what is there is encrypted. */
  find(name: string): Promise<{ readonly state: "final" | "temporary" | "absent"; readonly bytes?: number }>;
  /** The files in the incoming directory that look complete. */
  list(): Promise<readonly IncomingEntry[]>;
  /** The content as its sender wrote it. More than `maxBytes` is `unacceptable`. */
  read(name: string, maxBytes: number): Promise<AsyncIterable<Uint8Array>>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface IncomingEntry {
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

export const isTransportError = (error: unknown): error is Error & { readonly kind: unknown } =>
  error instanceof Error && error.name === "TransportError" && "kind" in error;
const kindOf = (error: unknown): unknown => (isTransportError(error) ? error.kind : undefined);

/** The content of a received file cannot be used: too large, not decryptable, or not signed by the bank. */
export const isUnacceptable = (error: unknown): error is Error => kindOf(error) === "unacceptable";

/** The other side answered that it did not take the file. */
export const isRefusal = (error: unknown): boolean => kindOf(error) === "refused" || kindOf(error) === "full";
