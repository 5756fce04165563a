import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { Type } from "typebox";
import { Nullable, OneOf, object, PaymentAmount, Timestamp, Usd } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";

const kind = OneOf(
  ["system", "virtual"],
  "`system` runs with the machine; `virtual` is stopped between advances.",
  "SandboxClockKind",
);

export const ClockSchema = object({ now: Timestamp("The service's current time."), kind }, { title: "SandboxClock" });

export const AdvanceBodySchema = object(
  {
    hours: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 87_600,
        description: "How far ahead, in hours; fractions are accepted.",
      }),
    ),
    to: Type.Optional(Timestamp("The instant to move to.")),
  },
  { title: "AdvanceSandboxClockRequest" },
);

export const AdvanceSchema = object(
  {
    now: Timestamp("The service's current time."),
    kind,
    steps: Type.Integer({ description: "The times in between at which something was due." }),
    reachedTarget: Type.Boolean({ description: "Always true: a call that does not reach its target gets an error." }),
  },
  { title: "AdvancedSandboxClock" },
);

/** An optional body. */
export const AnswerBodySchema = Nullable(
  object(
    {
      code: Type.Optional(
        Type.String({
          pattern: "^[A-Z0-9][A-Z0-9-]{1,11}$",
          description: "The bank's reason code, such as `R03`; by default, the most frequent one of the method.",
        }),
      ),
    },
    { title: "SandboxAnswerRequest" },
  ),
);
export const NoBodySchema = Nullable(object({}, { title: "EmptyRequest" }));

export const DepositBodySchema = object(
  {
    amount: PaymentAmount("The amount."),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 140,
        pattern: "\\S",
        description: "The payer; `Sandbox deposit` by default.",
      }),
    ),
    memo: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 140,
          description: "What the payer writes, such as the number of the invoice that is paid.",
        }),
      ),
    ),
    idempotencyKey: IdempotencyKey,
  },
  { title: "SandboxDepositRequest" },
);

export const BankRunSchema = object(
  {
    handedOver: Type.Integer({ description: "Payments accepted, submitted, or blocked." }),
    answered: Type.Integer({ description: "Messages that the bank sent; some may repeat others." }),
  },
  { title: "SandboxBankRun" },
);

export const MagicNumbersSchema = object(
  {
    magicNumbers: Type.Array(
      object(
        {
          paymentMethod: OneOf(paymentMethods, "The payment method.", "PaymentMethod"),
          accountNumber: Nullable(
            Type.String({
              description:
                "The recipient's account number (IBAN for an international wire); null if the amount decides.",
            }),
          ),
          amount: Nullable(Usd("The deciding amount, for checks; null otherwise.")),
          outcome: Type.String({ description: "The outcome." }),
          code: Nullable(Type.String({ description: "The bank's reason code." })),
          description: Type.String({ description: "The outcome, as a sentence." }),
        },
        { title: "MagicNumber" },
      ),
      { description: "Every magic number and amount." },
    ),
  },
  { title: "MagicNumberList" },
);
