/**
 * Saved payees and their bank details. Owns recipients, recipient_routings, recipient_changes and counterparty_names.
 *
 * Promises: a version of bank details never changes and is kept for the payments sent to it; account numbers are stored
 * encrypted and leave only through routingDetailsOf, in answers to tokens that may read recipients, and to people who reveal
 * them, which is audited; every change of bank details is audited, masked, and where the organisation wants it, waits for a
 * second person; a recipient is never deleted while a payment to it is pending or a request for one is open.
 */
export type { UsedInvite } from "./change-bank-details.ts";
export type { InternationalDetails } from "./check-international.ts";
export { createRecipient, type RecipientToCreate } from "./create-recipient.ts";
export { fillInternationalDetails } from "./international-details.ts";
export { markRecipientsPaid } from "./mark-paid.ts";
export { maskNumbers } from "./mask-numbers.ts";
export {
  findPayee,
  findPayeeFacts,
  findPayees,
  findRecipientNames,
  lockPayee,
  type Payee,
  type PayeeFacts,
} from "./payee.queries.ts";
export { type Address, type ElectronicAccountType, memberOf, type RoutingDetails } from "./recipient.ts";
export { recipientRefusals } from "./recipient-refusals.ts";
export {
  type CreateRecipientInput,
  type PayeeDetails,
  PayeeDetailsSchema,
  type Recipient,
} from "./recipient-schemas.ts";
export { recipientRoutes } from "./recipients.routes.ts";
export { reencryptRecipientRoutings } from "./reencrypt-routings.ts";
export { internationalInfo, seesFullNumbers } from "./render-recipient.ts";
export { routingDetailsOf } from "./routing-details.ts";
export { type RecipientToUpdate, updateRecipient } from "./update-recipient.ts";
