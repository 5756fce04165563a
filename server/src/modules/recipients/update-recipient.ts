import { notFound } from "../../kernel/http/http-refusals.ts";
import type { OrganizationId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { type Actor, type AuditEntry, recordAudit } from "../audit/index.ts";
import { changedFields, maskedDetails } from "./audited.ts";
import { type CheckedRecipient, checkRecipient } from "./check-recipient.ts";
import { enteredMethods, type RecipientRow, type RoutingDetails, type Routings, routingsOf } from "./recipient.ts";
import type { UpdateRecipientInput } from "./recipient-schemas.ts";
import { lockRecipientRow, rememberNames, updateRecipientRow } from "./recipients.queries.ts";
import { routingDetailsOf, sameDetails, storeRouting } from "./routing-details.ts";

export interface RecipientToUpdate {
  readonly organizationId: OrganizationId;
  readonly recipientId: string;
  readonly actor: Actor;
  /** The body of POST /recipient/{id}: a member left out stays, null clears. */
  readonly input: UpdateRecipientInput;
}

/**
 * Changes a recipient. New bank details become a new version: payments made before keep the one they were sent to. Changed
 * details have an audit row of their own (decisions R1). Refuses with `invalidRequest` or `resourceNotFound`.
 */
export async function updateRecipient(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, actor, input }: RecipientToUpdate,
): Promise<void> {
  const checked = checkRecipient(input, { isNew: false });
  const row = await lockRecipientRow(tx, organizationId, recipientId);
  if (row?.status !== "active") throw notFound("recipient");
  const { routings, changes } = await changeRoutings(service, tx, { organizationId, row, checked });
  const record = {
    recipientId: row.recipient_id,
    name: checked.name ?? row.name,
    nickname: checked.nickname === undefined ? row.nickname : checked.nickname,
    emails: checked.emails ?? row.emails,
    contactEmail: checked.contactEmail === undefined ? row.contact_email : checked.contactEmail,
    isBusiness: checked.isBusiness === undefined ? row.is_business : checked.isBusiness,
    address: checked.address === undefined ? row.address : checked.address,
    routings,
    at: service.clock.now(),
  };
  const fields = changedFields(row, record);
  if (fields === undefined && changes.length === 0) return;
  await updateRecipientRow(tx, organizationId, record);
  await rememberNames(
    tx,
    organizationId,
    row.recipient_id,
    record.nickname === null ? [record.name] : [record.name, record.nickname],
  );
  const resource = { resourceType: "recipient", resourceId: row.recipient_id };
  const entries: AuditEntry[] = [
    ...(fields === undefined ? [] : [{ action: "recipient.update", ...resource, ...fields }]),
    ...changes.map(({ method, before, after }) => ({
      action: "recipient.bankDetailsChanged",
      ...resource,
      before: { [method]: maskedDetails(before) },
      after: { [method]: maskedDetails(after) },
    })),
  ];
  await recordAudit(service, tx, { organizationId, actor, entries });
}

interface DetailChange {
  readonly method: keyof Routings;
  readonly before: RoutingDetails | null;
  readonly after: RoutingDetails | null;
}

async function changeRoutings(
  service: Service,
  tx: Tx,
  { organizationId, row, checked }: { organizationId: OrganizationId; row: RecipientRow; checked: CheckedRecipient },
): Promise<{ routings: Routings; changes: readonly DetailChange[] }> {
  const inForce = routingsOf(row);
  const known = await routingDetailsOf(
    service,
    tx,
    organizationId,
    Object.values(inForce).filter((id) => id !== null),
  );
  const beforeOf = (method: keyof Routings): RoutingDetails | null => {
    const id = inForce[method];
    return id === null ? null : (known.get(id) ?? null);
  };
  const routings = { ...inForce };
  const changes: DetailChange[] = [];
  for (const method of enteredMethods) {
    const after = checked.routings[method];
    const before = beforeOf(method);
    // The same details again are no change, and no new version.
    if (after === undefined || (after === null ? before === null : before !== null && sameDetails(before, after)))
      continue;
    routings[method] =
      after && (await storeRouting(service, tx, { organizationId, recipientId: row.recipient_id, details: after }));
    changes.push({ method, before, after });
  }
  if (checked.clearsInternational && inForce.internationalWire !== null) {
    routings.internationalWire = null;
    changes.push({ method: "internationalWire", before: beforeOf("internationalWire"), after: null });
  }
  return { routings, changes };
}
