/**
 * Recipients: who is paid, their bank details, and the links over which payees enter their own.
 *
 * Guarantees: a version holds name, method, and bank details; it never changes, is sealed against outside changes, and
 * is kept for its payments; account numbers are stored encrypted and returned only through routingVersionsOf, to
 * tokens that may read recipients and to users who reveal them, which is audited; every change of a name or of bank
 * details is audited, masked, and, if the organization requires it, confirmed by a second user; a recipient is never
 * deleted while a payment to it is pending or a request for one is open. The link of an invite works once, for at most
 * 30 days, and until it is withdrawn; it is stored as a keyed hash and sealed, and shown only to its creator; what is
 * entered is checked, sealed, and confirmed like any bank details. Details count as validated only by a bank that did
 * not object to a prenote, or by the payee who entered the amounts of two deposits.
 */
import type { Api } from "#kernel/http/api.ts";
import type { PeopleService } from "#records/people";
import { openBankDirectory } from "./banks/bank-directory.ts";
import { bankRoutes } from "./banks/banks.routes.ts";
import { payeeRoutes } from "./invites/payee.routes.ts";
import { inviteRoutes } from "./invites/recipient-invites.routes.ts";
import { verificationRoutes } from "./validation/verification.routes.ts";

export { correctAchDetails } from "./changes/correct-details.ts";
export { isOwnChange, lastEditorsOf, type PaidWay } from "./changes/last-editors.ts";
export { changesToConfirm, methodsWithOpenChanges, recipientsWithOpenChanges } from "./changes/open-changes.ts";
export { type EffectiveChange, effectiveChangesSince } from "./changes/recent-changes.queries.ts";
export { recipientChangeStates } from "./changes/recipient-change-states.ts";
export { rememberNames as rememberCounterpartyNames } from "./counterparty-names.queries.ts";
export { createRecipient } from "./create-recipient.ts";
export type { RecipientInUse } from "./delete-recipient.ts";
export { type AccountSharer, findAccountSharers } from "./details/account-fingerprint.queries.ts";
export { accountFingerprintsJob } from "./details/account-fingerprint.ts";
export {
  type AchFields,
  AchFieldsSchema,
  achFieldProblems,
  achFieldProperties,
  achFieldsOf,
  descriptionProblem,
} from "./details/ach-fields.ts";
export { versionsWereActive } from "./details/active-versions.ts";
export { fillInternationalDetails } from "./details/international-details.ts";
export { maskNumbers } from "./details/mask-numbers.ts";
export { routingVersionsOf } from "./details/routing-details.ts";
export { inviteRefusals } from "./invites/invite-refusals.ts";
export { inviteStates } from "./invites/invite-states.ts";
export { markRecipientsPaid } from "./mark-paid.ts";
export {
  findContacts,
  findPayee,
  findPayeeFacts,
  findPayees,
  findRecipientNames,
  lockPayee,
  type Payee,
  requireProvenPayee,
} from "./payee.queries.ts";
export type { Address, RoutingDetails, RoutingVersion } from "./recipient.ts";
export { recipientRefusals, refuseRecipient } from "./recipient-refusals.ts";
export { type CreateRecipientInput, InternationalInfoSchema } from "./recipient-schemas.ts";
export { recipientRoutes } from "./recipients.routes.ts";
export { internationalInfo, seesFullNumbers } from "./render-recipient.ts";
export { partiesOfRecipients, partiesToPay } from "./screened-parties.ts";
export { searchRecipients } from "./search-recipients.queries.ts";
export { nameProblem, spelledName } from "./spelling/spell-name.ts";
export { updateRecipient } from "./update-recipient.ts";
export { validationStandingOf } from "./validation/account-validation.ts";
export { openDeposits, requireUnvalidated } from "./validation/open-deposits.ts";
export { beginPrenoteValidations, endPrenoteValidations, failDeposits } from "./validation/record-validations.ts";
export { refuseValidation, validationRefusals } from "./validation/validation-refusals.ts";
export {
  type Validation,
  ValidationOptionsSchema,
  ValidationSchema,
  validationOf,
} from "./validation/validation-schemas.ts";
export { validationStates } from "./validation/validation-states.ts";
export { depositsAmong, depositsTo, latestValidations } from "./validation/validations.queries.ts";

/** Routes for the organization's invites, and for recipients who answer them or confirm two deposits. */
export function recipientInviteRoutes(app: Api, service: PeopleService): void {
  inviteRoutes(app, service);
  payeeRoutes(app, service);
  verificationRoutes(app, service);
  bankRoutes(app, openBankDirectory(service));
}
