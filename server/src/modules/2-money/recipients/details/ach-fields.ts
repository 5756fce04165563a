import { prescribedDescriptions } from "bursar-bank-formats/nacha";
import { plainName } from "bursar-bank-formats/text";
import { BANK_TEXT } from "bursar-banking/text/bank-text";
import { Type } from "typebox";
import type { FieldProblem } from "#kernel/http/http-refusals.ts";
import { Nullable, object } from "#kernel/http/schemas.ts";

/**
 * What an ACH file says about a payment in addition to its bank details, with the names and lengths of the Nacha Operating Rules
 * (Appendix Three, 3.2.2): entered for a payment, else for its recipient, else for the bank connection.
 */
export interface AchFields {
  readonly companyEntryDescription?: string;
  readonly companyDiscretionaryData?: string;
  readonly individualIdentificationNumber?: string;
}

/** The members and their lengths in the file. */
const lengths = {
  companyEntryDescription: 10,
  companyDiscretionaryData: 20,
  individualIdentificationNumber: 15,
} as const satisfies Readonly<Record<keyof AchFields, number>>;
const members = Object.keys(lengths) as (keyof AchFields)[];

const text = (description: string) => Type.Optional(Nullable(Type.String({ maxLength: 100, description })));

export const achFieldProperties = {
  companyEntryDescription: text(
    "Company Entry Description, 10 characters: what the recipient sees as the purpose, such as `RENT`. `PAYROLL` is prescribed for wages paid to personal accounts, and is set by the purpose `employee`.",
  ),
  companyDiscretionaryData: text(
    "Company Discretionary Data, 20 characters: what the originating bank wants there, such as the number of the account that pays.",
  ),
  individualIdentificationNumber: text(
    "Individual Identification Number, 15 characters: by which the recipient knows the payment, such as a customer number. Without one, the end of the transaction's ID.",
  ),
};

/** As entered: null and blank texts say nothing. */
export type EnteredAchFields = { readonly [Member in keyof AchFields]?: string | null };

export const AchFieldsSchema = object(achFieldProperties, {
  title: "AchFields",
  description: "What ACH files say in payments to this recipient, unless a payment says otherwise.",
});

/** The entered fields without what says nothing; undefined if nothing is left. */
export function achFieldsOf(entered: EnteredAchFields | null | undefined): AchFields | undefined {
  const given = members.flatMap((member) => {
    const value = entered?.[member]?.trim();
    return value ? [[member, value]] : [];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** Descriptions by which banks recognize entries that payments to recipients are not. */
const otherEntries: ReadonlySet<string> = new Set(
  Object.values(prescribedDescriptions).filter((description) => description !== prescribedDescriptions.payroll),
);

/** What ACH files cannot say, with how it would be written. */
export const achFieldProblems = (path: string, entered: EnteredAchFields | null | undefined): readonly FieldProblem[] =>
  members.flatMap((member) => {
    const message = textProblem(entered?.[member]?.trim() ?? "", lengths[member]);
    const reserved = member === "companyEntryDescription" ? descriptionProblem(entered?.[member] ?? "") : undefined;
    return message === undefined && reserved === undefined
      ? []
      : [{ path: `${path}.${member}`, message: message ?? reserved ?? "" }];
  });

/** Why a description does not fit payments; undefined if it does. */
export const descriptionProblem = (description: string): string | undefined =>
  otherEntries.has(description.trim().toUpperCase())
    ? `must not be ${description.trim().toUpperCase()}, which the Nacha rules reserve for other entries than payments`
    : undefined;

function textProblem(value: string, lengthMax: number): string | undefined {
  if (value === "" || (value.length <= lengthMax && writable.test(value))) return undefined;
  const spelled = plainName(value, value.length * 2)?.replaceAll(/[^A-Za-z0-9 .,/()&'+:?-]/g, " ");
  const advice =
    spelled === undefined
      ? ""
      : `. Enter "${spelled.replaceAll(/ +/g, " ").trim().slice(0, lengthMax).trim()}" instead`;
  return writable.test(value)
    ? `has ${value.length} characters, and ACH files have room for ${lengthMax}${advice}`
    : `may contain A to Z, 0 to 9, spaces, and . , / ( ) & ' + : ? - in ACH files${advice}`;
}
const writable = new RegExp(BANK_TEXT);

/** New details: fields that were not entered stay as they were, and an empty object erases them. */
export function keepingAchFields<Details extends { readonly achFields?: AchFields }>(
  after: Details,
  before: Details | null,
): Details {
  const { achFields = before?.achFields, ...rest } = after;
  // The rest has every other member of the details.
  const others = rest as Details;
  return achFields === undefined || Object.keys(achFields).length === 0 ? others : { ...others, achFields };
}

/** Whether two recipients' fields say the same. */
export const sameAchFields = (a: AchFields | undefined, b: AchFields | undefined): boolean =>
  members.every((member) => a?.[member] === b?.[member]);
