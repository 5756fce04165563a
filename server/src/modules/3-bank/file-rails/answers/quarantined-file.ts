import type { Quarantine } from "#bank/exchange";

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
