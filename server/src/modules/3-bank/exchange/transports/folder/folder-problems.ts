import { TransportError, type TransportProblem } from "../transport.ts";

/** The code of a file system error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

const kinds: Readonly<Record<string, TransportProblem>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EACCES: "refused",
  EPERM: "refused",
  EROFS: "refused",
  // A link where a file is expected.
  ELOOP: "refused",
  EISDIR: "refused",
  ENOTDIR: "refused",
  ENAMETOOLONG: "refused",
  // A file in place of the directory.
  EEXIST: "refused",
};

const sentences: Readonly<Record<TransportProblem, string>> = {
  full: "There is no space left for",
  refused: "Access was refused to",
  unreachable: "The file system did not respond for",
  protocol: "The file system failed for",
  unacceptable: "The content cannot be used of",
};

/** Anything else may be over soon: a network drive that is away, an I/O error, a file that its owner took back. */
const OTHERWISE = "unreachable";

/** Runs the work; errors of the file system become TransportErrors. */
export async function reportingProblems<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (error instanceof TransportError || code === undefined) throw error;
    const kind = kinds[code] ?? OTHERWISE;
    throw new TransportError(kind, `${sentences[kind]} ${path} (${code})`, { cause: error });
  }
}
