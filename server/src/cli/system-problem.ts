import { getSystemErrorMessage } from "node:util";

/** An error of the operating system: of a file, a pipe, or a connection. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException & { readonly errno: number } =>
  error instanceof Error && "errno" in error && typeof error.errno === "number" && "syscall" in error;

/** What the operating system says, in its words: "no such file or directory". */
export function systemProblem(error: unknown): string {
  if (isSystemError(error)) return getSystemErrorMessage(error.errno) ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
