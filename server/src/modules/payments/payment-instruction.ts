import { type Static, Type } from "typebox";
import { paymentMethods } from "../../kernel/bank/payment-method.ts";
import { Nullable, OneOf, object, PaymentAmount, Uuid } from "../../kernel/http/schemas.ts";

export const purposeCategories = [
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

const PurposeSchema = Nullable(
  Type.Union(
    [
      Type.String({ maxLength: 500, description: "In your own words." }),
      object(
        {
          simple: Type.Optional(
            Nullable(
              object(
                {
                  category: Type.String({
                    maxLength: 60,
                    description: `One of ${purposeCategories.join(", ")}; upper and lower case are the same.`,
                  }),
                  additionalInfo: Type.Optional(
                    Nullable(Type.String({ maxLength: 500, description: "What the category does not say." })),
                  ),
                },
                { description: "A category and what it does not say." },
              ),
            ),
          ),
        },
        { description: "The category form." },
      ),
    ],
    { description: "Why the money is sent. Required for international wires only." },
  ),
);

/** The body of a direct send (wire contract 4.2). `internationalWire` is named so that its refusal can say where to go. */
export const DirectSendBodySchema = object({
  recipientId: Uuid("Whom to pay."),
  amount: PaymentAmount("How much."),
  paymentMethod: OneOf(paymentMethods, "How to pay. `internationalWire` only through request-send-money."),
  idempotencyKey: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 255,
        description:
          "One distinct key per payment: a repeat gets the first answer and pays nothing. An Idempotency-Key header does the same. Empty = none.",
      }),
    ),
  ),
  note: Type.Optional(Nullable(Type.String({ maxLength: 1000, description: "Internal note." }))),
  externalMemo: Type.Optional(
    Nullable(
      Type.String({ maxLength: 1000, description: "What the payee sees; length and characters depend on the method." }),
    ),
  ),
  purpose: Type.Optional(PurposeSchema),
});
export type DirectSendBody = Static<typeof DirectSendBodySchema>;

/** The purpose as it is stored: the text itself, or `category: additional info`; null for an empty one in either form. */
export function purposeText(purpose: DirectSendBody["purpose"]): string | null {
  if (purpose === null || purpose === undefined) return null;
  if (typeof purpose === "string") return purpose.trim() || null;
  const simple = purpose.simple;
  if (!simple || simple.category.trim() === "") return null;
  const category =
    purposeCategories.find((known) => known.toLowerCase() === simple.category.toLowerCase()) ?? simple.category;
  return simple.additionalInfo ? `${category}: ${simple.additionalInfo}` : category;
}
