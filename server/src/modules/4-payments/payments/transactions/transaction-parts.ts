import { Type } from "typebox";
import { Nullable, object, Usd, Uuid } from "#kernel/http/schemas.ts";

/**
 * Parts of a transaction that this service has no source for: cards, general ledgers, and currencies. Always null or
 * empty, and described, because clients of this API family read them (wire contract §3.2).
 */
const text = (description: string) => Nullable(Type.String({ description }));
const figure = (description: string) => Type.Number({ description });

export const GlAllocation = object(
  {
    amount: Usd("The allocated amount."),
    glCodeName: Type.String({ description: "The general ledger code." }),
    description: text("Its description."),
  },
  { title: "GlAllocation", description: "An allocation to a general ledger code." },
);

export const Merchant = object(
  {
    id: text("The merchant."),
    amount: Nullable(Type.Integer({ description: "In minor units of `currency`." })),
    currency: text("ISO 4217."),
    category: text("The type of merchant."),
    categoryCode: text("The merchant category code, four digits."),
  },
  { title: "MerchantData", description: "Card payments only." },
);

export const CurrencyExchange = object(
  {
    convertedFromAmount: figure("The amount before conversion."),
    convertedFromCurrency: Type.String({ description: "ISO 4217." }),
    convertedToAmount: figure("The amount after conversion."),
    convertedToCurrency: Type.String({ description: "ISO 4217." }),
    exchangeRate: figure("The converted amount divided by the amount before conversion."),
    feeAmount: figure("The conversion fee."),
    feePercentage: figure("The conversion fee in percent."),
    feeTransactionId: Nullable(Uuid("The fee's own transaction.")),
  },
  { title: "CurrencyExchangeInfo", description: "Payments in another currency." },
);

export const CreditCard = object(
  {
    id: Uuid("The card."),
    paymentMethod: Type.String({ description: "The payment method." }),
    email: text("The cardholder's email address."),
  },
  { title: "CreditCardInfo", description: "Credit cards only." },
);

export const DebitCard = object(
  { id: Uuid("The card.") },
  { title: "DebitCardInfo", description: "Debit cards only." },
);
