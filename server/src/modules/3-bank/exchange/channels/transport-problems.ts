import { TransportError } from "../transports/transport.ts";

/** The content of a received file cannot be used: too large, not decryptable, or not signed by the bank. */
export const isUnacceptable = (error: unknown): error is TransportError =>
  error instanceof TransportError && error.kind === "unacceptable";

/** The server answered that it did not accept the file. */
export const isNotTaken = (error: unknown): boolean =>
  error instanceof TransportError && (error.kind === "refused" || error.kind === "full");
