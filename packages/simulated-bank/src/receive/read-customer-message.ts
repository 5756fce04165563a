import {
  describeProblem,
  Iso20022Error,
  type MessageName,
  type NamedMessage,
  type ReadOptions,
  readMessage,
} from "bursar-bank-formats/iso20022";

/** A message of a customer, or why the bank cannot read it. */
export function readCustomerMessage<M extends MessageName>(
  content: Uint8Array,
  accepted: readonly M[],
  options: ReadOptions,
): { readonly message: NamedMessage<M> } | { readonly problems: readonly string[] } {
  try {
    return { message: readMessage(content, accepted, options).message };
  } catch (error) {
    if (error instanceof Iso20022Error) return { problems: error.problems.map(describeProblem) };
    throw error;
  }
}
