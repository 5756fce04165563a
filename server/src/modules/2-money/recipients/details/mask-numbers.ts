import { maskAccountNumber } from "bursar-banking/identifiers/mask";
import { methodTable, type PaymentMethod, paymentMethods } from "bursar-banking/identifiers/payment-method";

/** One method's details as the API shows them. */
interface ShownDetails {
  readonly iban?: string;
  readonly accountNumber?: string;
  readonly address?: unknown;
}

/** Bank details of a recipient or of a transaction, which has not every member. */
type Shown = Readonly<Partial<Record<(typeof methodTable)[PaymentMethod]["details"]["member"], ShownDetails | null>>>;

/** The same details with every account number masked, for callers without the right to read them (decision R2). */
export const maskNumbers = <Details extends Shown>(shown: Details): Details => ({
  ...shown,
  ...Object.fromEntries(
    paymentMethods.flatMap((method) => {
      const { member } = methodTable[method].details;
      const details = shown[member];
      return details ? [[member, masked(details)]] : [];
    }),
  ),
});

const masked = (details: ShownDetails): ShownDetails => ({
  ...details,
  ...(details.iban === undefined ? {} : { iban: maskAccountNumber(details.iban) }),
  ...(details.accountNumber === undefined ? {} : { accountNumber: maskAccountNumber(details.accountNumber) }),
});
