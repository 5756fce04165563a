import { Type } from "typebox";
import { paymentMethods } from "../../banking/identifiers/payment-method.ts";
import { Nullable, OneOf, object, PaymentAmount, Timestamp, Usd } from "../../kernel/http/schemas.ts";
import { IdempotencyKey } from "../../kernel/idempotency/key.ts";

const kind = OneOf(["system", "virtual"], "`system` runs with the machine; `virtual` stands still between advances.");

export const ClockSchema = object({ now: Timestamp("What time it is for the service."), kind });

export const AdvanceBodySchema = object({
  hours: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 87_600,
      description: "How far ahead, in hours; parts of hours are accepted.",
    }),
  ),
  to: Type.Optional(Timestamp("The instant to move to.")),
});

export const AdvanceSchema = object({
  now: Timestamp("What time it is for the service now."),
  kind,
  steps: Type.Integer({ description: "Instants on the way at which something was due." }),
  reachedTarget: Type.Boolean({
    description: "False when more was due on the way than one call deals with: call again.",
  }),
});

/** A body that may be left out. */
export const AnswerBodySchema = Nullable(
  object({
    code: Type.Optional(
      Type.String({
        pattern: "^[A-Z0-9][A-Z0-9-]{1,11}$",
        description: "The reason code the bank gives, such as `R03`; the usual one of the method by default.",
      }),
    ),
  }),
);
export const NoBodySchema = Nullable(object({}));

export const DepositBodySchema = object({
  amount: PaymentAmount("How much."),
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 140,
      pattern: "\\S",
      description: "Who pays; `Sandbox deposit` by default.",
    }),
  ),
  idempotencyKey: IdempotencyKey,
});

export const BankRunSchema = object({
  handedOver: Type.Integer({ description: "Payments taken in, handed over or blocked." }),
  answered: Type.Integer({ description: "Messages the bank sent; some may repeat others." }),
});

export const MagicNumbersSchema = object({
  magicNumbers: Type.Array(
    object({
      paymentMethod: OneOf(paymentMethods, "How the payment travels."),
      accountNumber: Nullable(
        Type.String({
          description: "The payee's account number (IBAN for an international wire); null where the amount decides.",
        }),
      ),
      amount: Nullable(Usd("The amount that decides, for checks; null elsewhere.")),
      outcome: Type.String({ description: "What happens, in a word." }),
      code: Nullable(Type.String({ description: "The reason code the bank gives." })),
      description: Type.String({ description: "What happens, in a sentence." }),
    }),
    { description: "Every magic number and amount." },
  ),
});
