import { sqlStateOf } from "../database.ts";

/** The database cannot be used now; the request gets 503 with Retry-After (isUnavailable). Codes are SQLSTATEs. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  readonly code: string;
  constructor(code: "08001" | "08006" | "08007", message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** No server accepts connections of the needed kind. */
export const noHost = (message: string, cause?: unknown) => new DatabaseUnavailable("08001", message, { cause });

/** The connection was given up because the service uses another server now, or because it stopped answering. */
export const givenUp = (message: string) => new DatabaseUnavailable("08006", message);

/**
 * The commit may or may not survive: no standby has confirmed it. Nothing may be acknowledged; a retry with the same key
 * waits for the standby and gets the outcome.
 */
export const unconfirmed = () =>
  new DatabaseUnavailable("08007", "No standby confirmed the commit in time; its outcome is not known yet");

/**
 * True if the error says that the server is gone, is another one, or does not accept writes: not if it is merely busy
 * (57014: statement timeout; class 53: full).
 */
export function suggestsOtherHost(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state !== undefined && /^(08|57P|25006|E[A-Z]{4,})/.test(state) && state !== "08007") return true;
  if (error instanceof AggregateError) return error.errors.some(suggestsOtherHost);
  return error instanceof Error && /Connection terminated|connection error|timeout expired/.test(error.message);
}
