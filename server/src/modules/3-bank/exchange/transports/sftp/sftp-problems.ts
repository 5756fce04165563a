import ssh2 from "ssh2";
import { TransportError, type TransportProblem } from "../transport.ts";

const { STATUS_CODE } = ssh2.utils.sftp;

/** SFTP drafts after version 3, which some banks' servers use in version 3 (draft-ietf-secsh-filexfer-13, "Responses from the Server to the Client"). */
const NO_SPACE_ON_FILESYSTEM = 14;
const QUOTA_EXCEEDED = 15;

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : undefined;

export const isMissing = (error: unknown): boolean =>
  error instanceof TransportError && statusOf(error.cause) === STATUS_CODE.NO_SUCH_FILE;

/** A failure to which the server gives no reason: version 3 has no status for a full disk. */
export const isUnexplained = (error: unknown): boolean =>
  error instanceof TransportError && statusOf(error.cause) === STATUS_CODE.FAILURE;

export const isEnd = (error: unknown): boolean =>
  error instanceof TransportError && statusOf(error.cause) === STATUS_CODE.EOF;

const problems: Readonly<Record<number, readonly [kind: TransportProblem, words: string]>> = {
  [STATUS_CODE.NO_SUCH_FILE]: ["refused", "there is no such file or directory"],
  [STATUS_CODE.PERMISSION_DENIED]: ["refused", "permission denied"],
  [STATUS_CODE.OP_UNSUPPORTED]: ["refused", "the server does not support it"],
  [STATUS_CODE.CONNECTION_LOST]: ["unreachable", "the connection was lost"],
  [STATUS_CODE.NO_CONNECTION]: ["unreachable", "there is no connection"],
  [NO_SPACE_ON_FILESYSTEM]: ["full", "there is no space left"],
  [QUOTA_EXCEEDED]: ["full", "the quota is exceeded"],
};

/** The error of a step, such as `Listing /outbound`. The server's own text is not repeated: it may contain anything. */
export function sftpProblem(what: string, error: unknown): TransportError {
  if (error instanceof TransportError) return error;
  const status = statusOf(error);
  // ssh2 answers requests in progress without a status when the connection ends.
  if (status === undefined)
    return new TransportError("unreachable", `${what}: the connection was lost`, { cause: error });
  const [kind, words] = problems[status] ?? ["protocol", "the server reports a failure without a reason"];
  return new TransportError(kind, `${what}: ${words}`, { cause: error });
}
