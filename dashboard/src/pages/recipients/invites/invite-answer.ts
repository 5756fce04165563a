import type { completeInvite } from "#api/generated/sdk.gen.ts";
import { allMethods, type PaymentMethod, paysUsAccounts } from "#ui/money/payment-methods.ts";
import { bankDetailsBody, emptyFields } from "../bank-fields.tsx";
import { problemsOfMethod } from "../field-problems.ts";
import { internationalBody } from "../international-fields.tsx";
import { detailsFor, noDetails, type TypedDetails } from "../typed-details.ts";

type InviteAnswer = Parameters<typeof completeInvite>[0]["body"];
/** The details of the methods that the recipient chose. */
export type Typed = Readonly<Partial<Record<PaymentMethod, TypedDetails>>>;
/** Problems by method and field. */
export type Problems = Readonly<Partial<Record<PaymentMethod, Readonly<Record<string, string>>>>>;

export const firstTyped = (offered: readonly PaymentMethod[]): Typed =>
  Object.fromEntries(offered.slice(0, 1).map((method) => [method, detailsFor(method)]));

const accountNames = [
  "routingNumber",
  "accountNumber",
  "accountNumberAgain",
  "accountNumberEntry",
  "bankName",
] as const;

const numbersOf = (details: TypedDetails, names: readonly (typeof accountNames)[number][] = accountNames) =>
  Object.fromEntries(names.map((name) => [name, details[name]]));

/**
 * Updates one method's details. Most recipients have one US account, so its numbers are copied to every chosen method
 * until they are changed there.
 */
export function withDetails(typed: Typed, method: PaymentMethod, details: TypedDetails | undefined): Typed {
  const before = typed[method];
  const [first, ...others] = allMethods.filter((each) => paysUsAccounts(each) && typed[each] !== undefined);
  const entered = first === undefined ? undefined : typed[first];
  if (details === undefined || !paysUsAccounts(method) || entered === undefined) return { ...typed, [method]: details };
  if (before === undefined) return { ...typed, [method]: { ...details, ...numbersOf(entered) } };
  if (method !== first) return { ...typed, [method]: details };
  const following = others.map((other) => {
    const own = typed[other] ?? noDetails;
    const same = accountNames.filter((name) => own[name] === "" || own[name] === before[name]);
    return [other, { ...own, ...numbersOf(details, same) }];
  });
  return { ...typed, [method]: details, ...Object.fromEntries(following) };
}

export const isComplete = (typed: Typed): boolean =>
  Object.values(answerProblems(typed, undefined, true)).every((errors) => Object.keys(errors).length === 0);

/** API messages, and empty required fields once the recipient has tried to submit. */
export const answerProblems = (typed: Typed, error: unknown, reportEmpty: boolean): Problems =>
  Object.fromEntries(
    allMethods.flatMap((method) => {
      const details = typed[method];
      if (details === undefined) return [];
      return [[method, { ...problemsOfMethod(error, method), ...(reportEmpty ? emptyFields(method, details) : {}) }]];
    }),
  );

const memberFor = (method: PaymentMethod, details: TypedDetails): InviteAnswer => {
  if (method !== "internationalWire") return bankDetailsBody(method, details, { isPayee: true });
  return { internationalWireRoutingInfo: internationalBody(details) };
};

/** The chosen methods' details as an API request. */
export const answerOf = (typed: Typed): InviteAnswer => {
  const members = allMethods.map((method) => {
    const details = typed[method];
    return details === undefined ? {} : memberFor(method, details);
  });
  return Object.assign({}, ...members);
};
