import { methodTable, type PaymentMethod, paymentMethods } from "bursar-banking/identifiers/payment-method";
import { assert } from "#kernel/assert.ts";
import { invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RecipientId } from "#kernel/values/ids.ts";
import { type Actor, recordAudit } from "#records/audit";
import { findBrand } from "#records/brand";
import { findOrganization } from "#records/identity";
import { type Origin, organizationOfSecret, type PeopleService, throttled } from "#records/people";
import { createRecipient } from "../create-recipient.ts";
import type { PayeeDetails } from "../recipient-schemas.ts";
import { spelledNames } from "../spelling/spell-name.ts";
import { updateRecipient } from "../update-recipient.ts";
import { isOpen } from "./find-open-invite.ts";
import { refuseInvite } from "./invite-refusals.ts";
import type { PayeeInvite } from "./invite-schemas.ts";
import { inviteStates } from "./invite-states.ts";
import { hashOfInvite, type InviteRow } from "./recipient-invite.ts";
import { findInviteBySecret, lockInviteBySecret, markCompleted } from "./recipient-invites.queries.ts";
import { findTaxDocument, giveTaxDocument, requireTaxDocument } from "./tax-document.ts";

/**
 * What an invite requests from its recipient. Refuses with `inviteUnusable`, and with `tooManySignIns` for a caller who
 * guesses links.
 */
export async function readInvite(
  service: PeopleService,
  { inviteId, origin }: { inviteId: string; origin: Origin },
): Promise<PayeeInvite> {
  const organizationId = organizationOfSecret(inviteId);
  const { database } = service;
  const read = await throttled(service, { account: undefined, address: origin.address }, async () => {
    if (organizationId === undefined) return undefined;
    const row = await findInviteBySecret(database, organizationId, hashOfInvite(service, inviteId));
    if (row === undefined || !(await isOpen(service, database, organizationId, row))) return undefined;
    return {
      organizationName: (await findOrganization(database, organizationId))?.legalBusinessName ?? "",
      brand: await findBrand(service, database, organizationId),
      organizationNameOnRequest: row.organization_name,
      name: row.name,
      nameOnPayments: spelledNames(row.payment_methods, row.name),
      paymentMethods: row.payment_methods,
      requireTaxDocument: row.require_tax_document,
      notes: row.notes,
      expiresAt: row.expires_at.toISOString(),
      taxDocument: await findTaxDocument(database, organizationId, row.invite_row_id),
    };
  });
  if (read === undefined) throw refuseInvite(inviteStates.moves.complete.refusal);
  return read;
}

interface Answer {
  readonly inviteId: string;
  readonly details: PayeeDetails;
  readonly origin: Origin;
}

/**
 * Accepts a recipient's answer: creates the recipient, or fills the one that the invite names, and uses up the invite,
 * all in one commit. Refuses with `inviteUnusable`, `invalidRequest` listing every invalid field, or `tooManySignIns`.
 */
export async function completeInvite(service: PeopleService, answer: Answer): Promise<void> {
  const { inviteId, origin } = answer;
  const organizationId = organizationOfSecret(inviteId);
  // Throttled by the sender's network and by the invite.
  const account = `recipientInvite/${hashOfInvite(service, inviteId).toString("hex")}`;
  const completed = await throttled(service, { account, address: origin.address }, async () =>
    organizationId === undefined
      ? undefined
      : service.database.transaction((tx) => complete(service, tx, { ...answer, organizationId })),
  );
  if (completed === undefined) throw refuseInvite(inviteStates.moves.complete.refusal);
}

async function complete(
  service: PeopleService,
  tx: Tx,
  { organizationId, inviteId, details, origin }: Answer & { organizationId: OrganizationId },
): Promise<RecipientId | undefined> {
  const row = await lockInviteBySecret(tx, organizationId, hashOfInvite(service, inviteId));
  if (row === undefined || !(await isOpen(service, tx, organizationId, row))) return undefined;
  const methods = requireAskedFor(row, details);
  await requireTaxDocument(tx, organizationId, row);
  const actor: Actor = {
    type: "payee",
    id: row.invite_row_id,
    address: origin.address,
    httpRequestId: origin.httpRequestId,
  };
  const recipientId = await fill(service, tx, { organizationId, inviteId, row, details, actor });
  await giveTaxDocument(service, tx, { organizationId, row, recipientId });
  const completed = await markCompleted(tx, organizationId, {
    id: row.invite_row_id,
    recipientId,
    at: service.clock.now(),
  });
  assert(completed === 1, "an invite is completed once");
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "recipientInvite.complete",
        resourceType: "recipientInvite",
        resourceId: row.invite_row_id,
        after: { recipientId, paymentMethods: methods },
      },
    ],
  });
  return recipientId;
}

async function fill(
  service: PeopleService,
  tx: Tx,
  given: { organizationId: OrganizationId; inviteId: string; row: InviteRow; details: PayeeDetails; actor: Actor },
): Promise<RecipientId> {
  const { organizationId, row, actor } = given;
  const { internationalWireRoutingInfo, ...domestic } = given.details;
  // A null member would remove details, but an invite only adds them.
  const entered = Object.fromEntries(Object.entries(domestic).filter(([, details]) => details));
  const abroad = internationalWireRoutingInfo ?? undefined;
  const invite = { inviteId: given.inviteId, madeBy: row.made_by };
  const { name, contact_email: contactEmail } = row;
  if (row.recipient_id === null)
    return createRecipient(service, tx, {
      organizationId,
      actor,
      input: { name, contactEmail, emails: [contactEmail], ...entered },
      abroad,
      invite,
    });
  await updateRecipient(service, tx, {
    organizationId,
    recipientId: row.recipient_id,
    actor,
    input: { ...(row.renames ? { name } : {}), contactEmail, ...entered },
    abroad,
    invite,
  });
  return row.recipient_id;
}

const memberOf = (method: PaymentMethod) => methodTable[method].details.member;

/** The methods in the answer: at least one, and only requested ones. */
function requireAskedFor({ payment_methods: asked }: InviteRow, details: PayeeDetails) {
  const given = paymentMethods.filter((method) => Boolean(details[memberOf(method)]));
  const unasked = given.filter((method) => !asked.includes(method));
  if (unasked.length > 0)
    throw invalidRequest(
      unasked.map((method) => ({ path: memberOf(method), message: "was not requested. Remove it" })),
    );
  if (given.length === 0)
    throw invalidRequest(
      asked.map((method) => ({ path: memberOf(method), message: "enter the details of one method or more" })),
    );
  return given;
}
