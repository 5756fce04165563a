import {
  type FileHeader,
  type FileIdentity,
  fileIdentityOf,
  NachaFileError,
  readNachaSync,
} from "../../../formats/nacha/index.ts";

/**
 * The five values by which banks identify a Nacha file, as one text: origin, destination, and creation date, time, and
 * modifier, with hyphens between the three. At most 35 characters, the length of a message identification of ISO 20022,
 * so that a pain.002 can name the file as its original message.
 */
export const nachaMessageId = (identity: FileIdentity): string =>
  [
    identity.immediateOrigin,
    identity.immediateDestination,
    identity.fileCreationDate.slice(2).replaceAll("-", "") +
      identity.fileCreationTime.replace(":", "") +
      identity.fileIdModifier,
  ].join("-");

/** The header of a file that is otherwise wrong; undefined if not even its header can be read. */
export function readableHeader(content: Uint8Array): FileHeader | undefined {
  try {
    for (const item of readNachaSync(content)) return item.kind === "fileHeader" ? item.header : undefined;
  } catch (error) {
    if (!(error instanceof NachaFileError)) throw error;
  }
  return undefined;
}

export const messageIdOfHeader = (header: FileHeader): string => nachaMessageId(fileIdentityOf(header));
