/** A received file that must be set aside as a whole. The message is a sentence for people, without account numbers. */
export class QuarantinedFile extends Error {
  override readonly name = "QuarantinedFile";
}

/** Ends the processing of a file; its transaction rolls back. */
export const quarantine = (reason: string): never => {
  throw new QuarantinedFile(reason);
};
