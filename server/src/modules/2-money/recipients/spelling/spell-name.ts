import { lostCharacters, plainName } from "bursar-bank-formats/text";
import { methodTable, type PaymentMethod } from "bursar-banking/identifiers/payment-method";

/**
 * The name as a payment by the method carries it: in plain Latin letters and cut at the width of the field. Undefined if it
 * cannot be written. The same function when a recipient is saved and when its payment is written to a file.
 */
export const spelledName = (method: PaymentMethod, name: string): string | undefined =>
  plainName(name, methodTable[method].nameLengthMax);

/** Why no method can write the name, and what to do, for an error about the field; undefined if all can. */
export function nameProblem(name: string): string | undefined {
  const lost = lostCharacters(name);
  if (lost.length === 0)
    return plainName(name, name.length) === undefined ? "must have a letter, or a digit other than 0" : undefined;
  const isLetter = lost.some((character) => /\p{L}|\p{M}|\p{N}/u.test(character));
  const shown = lost.slice(0, SHOWN_MAX).join(" ");
  const remedy = isLetter
    ? "Enter the name in Latin letters, as the recipient's bank has it; the nickname can keep this spelling"
    : "Remove it from the name; the nickname can keep it";
  return `cannot be written in payments, because banks' files have no form of ${shown}. ${remedy}`;
}

/** More would make a sentence that nobody reads. */
const SHOWN_MAX = 5;
