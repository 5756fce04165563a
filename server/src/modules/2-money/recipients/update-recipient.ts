import { invalidRequest, notFound } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { askForRecipients } from "#money/screening";
import { type Actor, type AuditEntry, recordAudit } from "#records/audit";
import { replaceWords } from "#records/search";
import { changedFields } from "./audit-payload.ts";
import { changeBankDetails } from "./changes/change-bank-details.ts";
import type { UsedInvite } from "./changes/record-change.ts";
import { checkRecipient } from "./check-recipient.ts";
import { rememberNames } from "./counterparty-names.queries.ts";
import type { InternationalInput } from "./details/check-international.ts";
import { searchedRecipient } from "./recipient.ts";
import type { UpdateRecipientInput } from "./recipient-schemas.ts";
import { lockRecipientRow, setInviteId, updateRecipientRow } from "./recipients.queries.ts";
import { nameProblem } from "./spelling/spell-name.ts";

export interface RecipientToUpdate {
  readonly organizationId: OrganizationId;
  readonly recipientId: string;
  readonly actor: Actor;
  /** The body of POST /recipient/{id}: an omitted member is kept, null clears. */
  readonly input: UpdateRecipientInput;
  /** International details: from the recipient, never from a token. */
  readonly abroad?: InternationalInput | undefined;
  /** The invite through which the recipient entered the details. */
  readonly invite?: UsedInvite | undefined;
}

/**
 * Changes a recipient. A new name or new bank details become a new version: earlier payments keep the version to which
 * they were sent. Both have their own audit rows, and wait for a second user if the organization requires one (decision
 * R1). Refuses with `invalidRequest`, `resourceNotFound`, or `bankDetailsUnverified`.
 */
export async function updateRecipient(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, actor, input, abroad, invite }: RecipientToUpdate,
): Promise<void> {
  const checked = checkRecipient(input, { isNew: false, abroad });
  const row = await lockRecipientRow(tx, organizationId, recipientId);
  if (row?.status !== "active") throw notFound("recipient");
  // A name from before names were checked: new details would be of no use.
  const problem = checked.name === undefined ? nameProblem(row.name) : undefined;
  if (problem !== undefined && Object.values(checked.routings).some(Boolean))
    throw invalidRequest([{ path: "name", message: problem }]);
  const changesToMake = { organizationId, row, actor, details: checked.routings, name: checked.name, invite };
  const { entries: changes, ...active } = await changeBankDetails(service, tx, changesToMake);
  if (invite !== undefined) await setInviteId(tx, organizationId, row.recipient_id, invite.inviteId);
  const record = {
    recipientId: row.recipient_id,
    nickname: checked.nickname === undefined ? row.nickname : checked.nickname,
    emails: checked.emails ?? row.emails,
    contactEmail: checked.contactEmail === undefined ? row.contact_email : checked.contactEmail,
    isBusiness: checked.isBusiness === undefined ? row.is_business : checked.isBusiness,
    address: checked.address === undefined ? row.address : checked.address,
    ...active,
    at: service.clock.now(),
  };
  const fields = changedFields(row, record);
  if (fields === undefined && changes.length === 0) return;
  await updateRecipientRow(tx, organizationId, record);
  await askForRecipients(tx, organizationId, { recipientIds: [row.recipient_id], at: record.at });
  await replaceWords(tx, organizationId, searchedRecipient(record));
  const names = [record.name, record.nickname ?? []].flat();
  await rememberNames(tx, organizationId, [{ counterpartyId: row.recipient_id, names }]);
  const resource = { resourceType: "recipient", resourceId: row.recipient_id };
  const entries: AuditEntry[] = [
    ...(fields === undefined ? [] : [{ action: "recipient.update" as const, ...resource, ...fields }]),
    ...changes,
  ];
  await recordAudit(service, tx, { organizationId, actor, entries });
}
