/**
 * Thrown when a condition that must hold does not: a bug. In the service, the transaction rolls back and the caller
 * receives a 500.
 */
export class AssertionFailure extends Error {
  override readonly name = "AssertionFailure";
}

/** Asserts one condition; the message states the condition in words. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message);
}

/** Returns a value that must exist. */
export function present<T>(value: T | undefined | null, message: string): T {
  if (value === undefined || value === null) throw new AssertionFailure(message);
  return value;
}
