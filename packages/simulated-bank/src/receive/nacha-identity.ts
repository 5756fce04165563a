import {
  type FileHeader,
  fileIdentityOf,
  messageIdOfFile,
  NachaFileError,
  readNachaSync,
} from "bursar-bank-formats/nacha";

/** The header of a file that is otherwise wrong; undefined if not even its header can be read. */
export function readableHeader(content: Uint8Array): FileHeader | undefined {
  try {
    for (const item of readNachaSync(content)) return item.kind === "fileHeader" ? item.header : undefined;
  } catch (error) {
    if (!(error instanceof NachaFileError)) throw error;
  }
  return undefined;
}

export const messageIdOfHeader = (header: FileHeader): string => messageIdOfFile(fileIdentityOf(header));
