/** Raised when something that must hold does not: a bug of ours. The transaction rolls back and the caller sees a 500. */
export class AssertionFailure extends Error {
  override readonly name = "AssertionFailure";
}

/** States what must hold at this line. One condition per call; the message says the condition in words. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message);
}

/** For a value that must be there. */
export function present<T>(value: T | undefined | null, message: string): T {
  if (value === undefined || value === null) throw new AssertionFailure(message);
  return value;
}
