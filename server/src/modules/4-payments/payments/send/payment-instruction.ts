import { hasDescription } from "bursar-bank-formats/nacha";
import { type PaymentMethod, paymentMethods } from "bursar-banking/identifiers/payment-method";
import { type Static, Type } from "typebox";
import type { PaymentAchFields } from "#bank/rails";
import type { FieldProblem } from "#kernel/http/http-refusals.ts";
import { Nullable, OneOf, object, PaymentAmount, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import { achFieldProblems, achFieldProperties, achFieldsOf } from "#money/recipients";

/** The categories of a purpose (wire contract §2.5). */
const purposeCategories = [
  "employee",
  "landlord",
  "vendor",
  "contractor",
  "subsidiary",
  "transferToMyExternalAccount",
  "familyMemberOrFriend",
  "forGoodsOrServices",
  "angelInvestment",
  "savingsOrInvestments",
  "expenses",
  "travel",
  "other",
] as const;
type PurposeCategory = (typeof purposeCategories)[number];

/** Text or a category: clients of this API family send either (decision P5). */
const PurposeSchema = Nullable(
  Type.Union(
    [
      Type.String({ maxLength: 500, description: "Free text." }),
      object(
        {
          simple: Type.Optional(
            Nullable(
              object(
                {
                  category: Type.String({
                    maxLength: 60,
                    description: `One of ${purposeCategories.join(", ")}; case-insensitive.`,
                  }),
                  additionalInfo: Type.Optional(
                    Nullable(
                      Type.String({
                        maxLength: 500,
                        description:
                          "Details of the category. Required for international wires with vendor, contractor, or other.",
                      }),
                    ),
                  ),
                },
                { title: "SimplePurpose", description: "A category with details." },
              ),
            ),
          ),
        },
        { title: "Purpose", description: "The category form." },
      ),
    ],
    { title: "PaymentPurpose", description: "The purpose of the payment. Required for international wires only." },
  ),
);

/** What an ACH file says about the payment (ADR 0106). */
export const PaymentAchFieldsSchema = object(
  {
    ...achFieldProperties,
    settlement: Type.Optional(
      Nullable(
        OneOf(
          ["sameDay", "nextDay"],
          "`sameDay`: the payment is refused unless it settles on the day it is sent. `nextDay`: it settles on the next banking day, although the bank offers more. Otherwise, it settles as early as the bank offers.",
        ),
      ),
    ),
  },
  {
    title: "PaymentAchFields",
    description:
      "ACH only: what the file says about this payment, instead of what its recipient or the bank connection says, and when it settles.",
  },
);

/**
 * The body of a direct send (wire contract §4.2). `internationalWire` is included so that its refusal can say which
 * route to use.
 */
export const DirectSendBodySchema = object(
  {
    recipientId: Uuid("The recipient."),
    amount: PaymentAmount("The amount."),
    paymentMethod: OneOf(
      paymentMethods,
      "The payment method. `internationalWire` only with request-send-money.",
      "PaymentMethod",
    ),
    idempotencyKey: IdempotencyKey,
    note: Type.Optional(Nullable(Type.String({ maxLength: 1000, description: "Internal note." }))),
    externalMemo: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 1000,
          description: "What the recipient sees; length and characters depend on the method.",
        }),
      ),
    ),
    purpose: Type.Optional(PurposeSchema),
    achFields: Type.Optional(Nullable(PaymentAchFieldsSchema)),
  },
  { title: "SendMoneyRequest" },
);
export type DirectSendBody = Static<typeof DirectSendBodySchema>;

/** The category of that name. Older documents of this API family wrote `Vendor` for `vendor` (wire contract §2.5). */
const categoryNamed = (name: string): PurposeCategory | undefined =>
  purposeCategories.find((category) => category.toLowerCase() === name.trim().toLowerCase());

/** Categories that need details (wire contract §2.5). */
const categoriesToExplain: readonly PurposeCategory[] = ["vendor", "contractor", "other"];

/** What is wrong with the purpose. Only international wires require one, so only theirs must be complete. */
export function purposeProblems(purpose: DirectSendBody["purpose"], method: PaymentMethod): readonly FieldProblem[] {
  const isNeeded = method === "internationalWire";
  if (isNeeded && purposeText(purpose) === null)
    return [{ path: "purpose", message: "is required for an international wire. Enter the purpose of the payment" }];
  if (typeof purpose !== "object" || !purpose?.simple || purpose.simple.category.trim() === "") return [];
  const category = categoryNamed(purpose.simple.category);
  if (category === undefined)
    return [{ path: "purpose.simple.category", message: `must be one of ${purposeCategories.join(", ")}` }];
  return isNeeded && categoriesToExplain.includes(category) && !purpose.simple.additionalInfo?.trim()
    ? [{ path: "purpose.simple.additionalInfo", message: `is required with the category ${category}` }]
    : [];
}

/** The purpose as stored: the text itself, or `category: additional info`; null if it is empty. */
export function purposeText(purpose: DirectSendBody["purpose"]): string | null {
  if (purpose === null || purpose === undefined) return null;
  if (typeof purpose === "string") return purpose.trim() || null;
  const simple = purpose.simple;
  if (!simple || simple.category.trim() === "") return null;
  const category = categoryNamed(simple.category) ?? simple.category;
  const info = simple.additionalInfo?.trim();
  return info ? `${category}: ${info}` : category;
}

/** What is wrong with the fields. Wages have a prescribed description (ach-entry.ts). */
export function paymentAchProblems(
  { achFields, purpose }: Pick<DirectSendBody, "achFields" | "purpose">,
  method: PaymentMethod,
): readonly FieldProblem[] {
  if (!achFields || paymentAchFields(achFields) === null) return [];
  if (method !== "ach") return [{ path: "achFields", message: "is for ACH payments only. Omit it" }];
  const description = achFields.companyEntryDescription?.trim() ?? "";
  const isWages = categoryNamed(purposeText(purpose)?.split(":")[0] ?? "") === "employee";
  const problems = achFieldProblems("achFields", achFields);
  if (problems.length > 0 || !isWages || description === "" || hasDescription("payroll", description)) return problems;
  const message =
    "must begin with PAYROLL, as the Nacha rules require for wages (purpose employee). Omit it, or enter another purpose";
  return [{ path: "achFields.companyEntryDescription", message }];
}

/** The fields as stored; null if they say nothing. */
export function paymentAchFields(entered: DirectSendBody["achFields"]): PaymentAchFields | null {
  const fields = achFieldsOf(entered);
  const settlement = entered?.settlement;
  if (fields === undefined && !settlement) return null;
  return { ...fields, ...(settlement ? { settlement } : {}) };
}
