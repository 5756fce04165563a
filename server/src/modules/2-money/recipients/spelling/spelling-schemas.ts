import { paymentMethods } from "bursar-banking/identifiers/payment-method";
import { Type } from "typebox";
import { Nullable, OneOf, object } from "#kernel/http/schemas.ts";

const NameOnPayment = object(
  {
    paymentMethod: OneOf(paymentMethods, "A payment method.", "PaymentMethod"),
    name: Type.String({ description: "In plain Latin letters, cut at the width of the field." }),
  },
  { title: "NameOnPayment", description: "A name as payments by the method carry it." },
);

export const NamesOnPayments = (description: string) => Type.Array(NameOnPayment, { description });
export const NameProblem = Nullable(
  Type.String({ description: "Why the name cannot be written in payments, and what to do; null if it can." }),
);

export const NameSpellingSchema = object(
  {
    nameOnPayments: NamesOnPayments("By every payment method; empty if the name cannot be written."),
    nameProblem: NameProblem,
  },
  { title: "NameSpelling", description: "How a name is written in payments." },
);
