import { maskAccountNumber } from "bursar-banking/identifiers/mask";

type WithIban = { readonly iban: string } | null;
type WithNumber = { readonly accountNumber: string } | null;

/** Bank details as the API shows them, of a recipient or of a transaction. */
interface ShownDetails {
  readonly electronicRoutingInfo: WithNumber;
  readonly domesticWireRoutingInfo: WithNumber;
  readonly realTimePaymentRoutingInfo?: WithNumber;
  readonly internationalWireRoutingInfo: WithIban;
}

/** The same details with every account number masked, for callers without the right to read them (decision R2). */
export const maskNumbers = <Shown extends ShownDetails>(shown: Shown): Shown => ({
  ...shown,
  electronicRoutingInfo: masked(shown.electronicRoutingInfo),
  domesticWireRoutingInfo: masked(shown.domesticWireRoutingInfo),
  ...(shown.realTimePaymentRoutingInfo === undefined
    ? {}
    : { realTimePaymentRoutingInfo: masked(shown.realTimePaymentRoutingInfo) }),
  internationalWireRoutingInfo: maskedIban(shown.internationalWireRoutingInfo),
});

const maskedIban = <Info extends WithIban>(info: Info): Info => info && { ...info, iban: maskAccountNumber(info.iban) };

const masked = <Info extends WithNumber>(info: Info): Info =>
  info && { ...info, accountNumber: maskAccountNumber(info.accountNumber) };
