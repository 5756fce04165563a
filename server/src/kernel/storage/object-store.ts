import type { Readable } from "node:stream";

/**
 * Where the contents of files are kept: a folder or S3-compatible storage. A store receives encrypted bytes under
 * random names, so it knows neither whose they are nor what they contain (docs/adr/0037-attachments.md).
 */
export interface ObjectStore {
  /** Where it stores, for the operator; without keys. */
  readonly description: string;
  /** Stores all bytes or nothing. A second call with the same name replaces the object. */
  put(name: string, content: ObjectContent): Promise<void>;
  /** Rejects with ObjectMissing, also if the object was deleted. */
  get(name: string): Promise<Readable>;
  /** Also deletes the remains of an interrupted write. Does nothing if there is no such object. */
  delete(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface ObjectContent {
  readonly sizeBytes: number;
  /** SHA-256 of the bytes, as lower-case hex. */
  readonly sha256: string;
  /** Reads the bytes from the start; a store that retries opens them again. */
  open(): Readable;
}

/** The store cannot be used now: it is unreachable, full, or rejects the service's keys. Retrying may succeed. */
export class StorageUnavailable extends Error {
  override readonly name = "StorageUnavailable";
}

/** The store has no object with this name. */
export class ObjectMissing extends Error {
  override readonly name = "ObjectMissing";
}
