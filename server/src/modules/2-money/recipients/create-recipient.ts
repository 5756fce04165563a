import { forEachMethod, paymentMethods } from "bursar-banking/identifiers/payment-method";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId, RecipientId } from "#kernel/values/ids.ts";
import { askForRecipients } from "#money/screening";
import { type Actor, recordAudit } from "#records/audit";
import { addWords } from "#records/search";
import { maskedMethods } from "./audit-payload.ts";
import { recordRecipientChange, type UsedInvite } from "./changes/record-change.ts";
import { checkRecipient } from "./check-recipient.ts";
import { rememberNames } from "./counterparty-names.queries.ts";
import type { InternationalInput } from "./details/check-international.ts";
import { storeRouting } from "./details/store-routing.ts";
import { type Routings, searchedRecipient } from "./recipient.ts";
import type { CreateRecipientInput } from "./recipient-schemas.ts";
import { insertRecipient, setInviteId } from "./recipients.queries.ts";

export interface RecipientToCreate {
  readonly organizationId: OrganizationId;
  readonly actor: Actor;
  /** The body of POST /recipients: its shape has been validated, everything else is checked here. */
  readonly input: CreateRecipientInput;
  /** International details: from the recipient, never from a token. */
  readonly abroad?: InternationalInput | undefined;
  /** The invite through which the recipient entered the details. */
  readonly invite?: UsedInvite | undefined;
}

/** Adds a recipient with the given bank details. Refuses with `invalidRequest`, listing every invalid field. */
export async function createRecipient(
  service: Service,
  tx: Tx,
  { organizationId, actor, input, abroad, invite }: RecipientToCreate,
): Promise<RecipientId> {
  const checked = checkRecipient(input, { isNew: true, abroad });
  const recipientId = service.newId<RecipientId>();
  const name = input.name.trim();
  const nickname = checked.nickname ?? null;
  const routings: { -readonly [Method in keyof Routings]: Routings[Method] } = { ...forEachMethod(() => null) };
  for (const method of paymentMethods) {
    const details = checked.routings[method];
    if (details) routings[method] = await storeRouting(service, tx, { organizationId, recipientId, name, details });
  }
  const own = {
    name,
    nickname,
    emails: checked.emails ?? [],
    contactEmail: checked.contactEmail ?? null,
    isBusiness: checked.isBusiness ?? null,
    address: checked.address ?? null,
  };
  await insertRecipient(tx, organizationId, { recipientId, ...own, routings, at: service.clock.now() });
  for (const method of paymentMethods) {
    const afterId = routings[method];
    if (afterId === null) continue;
    const change = { method, before: null, after: afterId };
    await recordRecipientChange(service, tx, { organizationId, recipientId, actor, invite, status: "applied", change });
  }
  if (invite !== undefined) await setInviteId(tx, organizationId, recipientId, invite.inviteId);
  await addWords(tx, organizationId, [searchedRecipient({ ...own, recipientId })]);
  await rememberNames(tx, organizationId, [{ counterpartyId: recipientId, names: [name, nickname ?? []].flat() }]);
  await askForRecipients(tx, organizationId, { recipientIds: [recipientId], at: service.clock.now() });
  await recordAudit(service, tx, {
    organizationId,
    actor,
    entries: [
      {
        action: "recipient.create",
        resourceType: "recipient",
        resourceId: recipientId,
        after: { ...own, bankDetails: maskedMethods(checked.routings) },
      },
    ],
  });
  return recipientId;
}
