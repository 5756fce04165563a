import { lostCharacters, plainName } from "bursar-bank-formats/text";
import { methodTable, type PaymentMethod } from "bursar-banking/identifiers/payment-method";

/**
 * The name as a payment by the method carries it: in plain Latin letters and cut at the width of the field. Undefined if it
 * cannot be written. The same function when a recipient is saved and when its payment is written to a file.
 */
export const spelledName = (method: PaymentMethod, name: string): string | undefined =>
  plainName(name, methodTable[method].nameLengthMax);

/** The name on payments by each of the methods; none if it cannot be written. */
export const spelledNames = (methods: readonly PaymentMethod[], name: string) =>
  methods.flatMap((paymentMethod) => {
    const spelled = spelledName(paymentMethod, name);
    return spelled === undefined ? [] : [{ paymentMethod, name: spelled }];
  });

/** Why no method can write the name, and what to do, for an error about the field; undefined if all can. */
export function nameProblem(name: string): string | undefined {
  const lost = lostProblem(name);
  if (lost !== undefined)
    return `${lost}. Enter the name as the recipient's bank has it, in Latin letters; the nickname can keep this spelling`;
  return plainName(name, name.length) === undefined ? "must have a letter, or a digit other than 0" : undefined;
}

/** Why no method can write a line of an address. */
export function addressLineProblem(line: string): string | undefined {
  const lost = lostProblem(line);
  return lost === undefined ? undefined : `${lost}. Enter it in Latin letters`;
}

/** More would make a sentence that nobody reads. */
const SHOWN_MAX = 5;

function lostProblem(text: string): string | undefined {
  const lost = lostCharacters(text);
  if (lost.length === 0) return undefined;
  const others = lost.length > SHOWN_MAX ? " and others" : "";
  return `cannot be written in payments, because banks' files have no form of ${lost.slice(0, SHOWN_MAX).join(" ")}${others}`;
}
