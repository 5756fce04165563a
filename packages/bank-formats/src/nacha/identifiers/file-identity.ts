import type { FileHeader } from "../records/file-records.ts";

const MODIFIERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/**
 * The File ID Modifier of the nth file (from 0) between two parties on one creation date: A to Z, then 0 to 9
 * (ORF 3.2.2). Undefined after 36 files: the next one needs another creation date.
 */
export const fileIdModifierAt = (index: number): string | undefined =>
  Number.isSafeInteger(index) && index >= 0 ? MODIFIERS[index] : undefined;

/**
 * The five values that identify a file. Nacha defines no acknowledgment of files: banks acknowledge them by email, in a
 * report, in a portal, or with a file of their own layout, and name these values. Sending two files that agree in all
 * five makes the second a duplicate.
 */
export interface FileIdentity {
  readonly immediateOrigin: string;
  readonly immediateDestination: string;
  readonly fileCreationDate: string;
  /** Empty if the header has none. */
  readonly fileCreationTime: string;
  readonly fileIdModifier: string;
}

export const fileIdentityOf = (header: FileHeader): FileIdentity => ({
  immediateOrigin: header.immediateOrigin,
  immediateDestination: header.immediateDestination,
  fileCreationDate: header.fileCreationDate,
  fileCreationTime: header.fileCreationTime ?? "",
  fileIdModifier: header.fileIdModifier,
});

/**
 * The five values as one text: origin, destination, and creation date, time, and modifier, with hyphens between the
 * three. At most 35 characters, the length of a message identification of ISO 20022, so that a pain.002 can name the file
 * as its original message. Nacha defines no such text; banks that acknowledge with pain.002 are asked to use it.
 */
export const messageIdOfFile = (identity: FileIdentity): string =>
  [
    identity.immediateOrigin,
    identity.immediateDestination,
    identity.fileCreationDate.slice(2).replaceAll("-", "") +
      identity.fileCreationTime.replace(":", "") +
      identity.fileIdModifier,
  ].join("-");
