import type { FileItem, Quarantine } from "#bank/exchange";

/** A received file that must be set aside as a whole. The message is a sentence for people, without account numbers. */
export class QuarantinedFile extends Error {
  override readonly name = "QuarantinedFile";
}

/** Ends the processing of a file; its transaction rolls back. */
export const quarantine = (reason: string): never => {
  throw new QuarantinedFile(reason);
};

/** The result, or the quarantine that ended the work. */
export async function orQuarantine<Result>(work: () => Promise<Result>): Promise<Result | Quarantine> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof QuarantinedFile) return { quarantine: error.message };
    throw error;
  }
}

/** Part of a file that does not fit what was sent or what is known: it becomes an open item. */
export class Misfit extends Error {
  override readonly name = "Misfit";
  readonly kind: FileItem["kind"];

  constructor(kind: FileItem["kind"], reason: string) {
    super(reason);
    this.kind = kind;
  }
}

export const misfit = (kind: FileItem["kind"], reason: string): never => {
  throw new Misfit(kind, reason);
};

/** The result, or why it does not fit. */
export function orMisfit<Result>(work: () => Result): Result | Misfit {
  try {
    return work();
  } catch (error) {
    if (error instanceof Misfit) return error;
    throw error;
  }
}
