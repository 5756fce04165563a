import { holdsHidden } from "bursar-banking/text/hidden-characters";
import { plusMs } from "#kernel/clock/clock.ts";
import { type FieldProblem, invalidRequest } from "#kernel/http/http-refusals.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Tx } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { type AuditEntry, actorOf, recordAudit } from "#records/audit";
import { type Caller, findTokenCreator } from "#records/identity";
import { makeSecretText } from "#records/people";
import { findPayee, type Payee } from "../payee.queries.ts";
import { nameProblem } from "../spelling/spell-name.ts";
import { inviteSecrets } from "../tables.ts";
import type { CreateInviteInput } from "./invite-schemas.ts";
import { hashOfInvite, type InviteRow, type InviteRowId, LINK_MS } from "./recipient-invite.ts";
import { insertInvite } from "./recipient-invites.queries.ts";
import { sendInvite } from "./send-invite.ts";

/**
 * Invites a recipient to enter their own bank details, and emails them the link if requested. Refuses with
 * `invalidRequest` or `tooManyInviteMails`.
 */
export async function createInvite(
  service: Service,
  tx: Tx,
  { caller, input }: { caller: Caller; input: CreateInviteInput },
): Promise<InviteRow> {
  const { organizationId } = caller;
  const payee = await findActivePayee(tx, organizationId, input.recipientId);
  const name = input.name?.trim() || payee?.name;
  const problems: FieldProblem[] = [
    ...(["name", "notes", "organizationNameOnRequest"] as const).flatMap((path) => lineProblem(path, input[path])),
    ...(input.recipientId && payee === undefined
      ? [{ path: "recipientId", message: "must be the id of an active recipient; see GET /recipients" }]
      : name === undefined
        ? [{ path: "name", message: "is required unless recipientId is given" }]
        : lineProblem("name", name).length > 0
          ? []
          : unwritableName(name)),
  ];
  if (problems.length > 0 || name === undefined) throw invalidRequest(problems);

  const now = service.clock.now();
  const inviteId = makeSecretText(organizationId);
  const rowId = service.newId<InviteRowId>();
  const row: InviteRow = {
    invite_row_id: rowId,
    secret: await service.vault.seal(tx, organizationId, inviteSecrets.contextOf(rowId), inviteId),
    name,
    contact_email: input.contactEmail,
    payment_methods: [...input.paymentMethods],
    require_tax_document: input.requireTaxDocument,
    notes: input.notes || null,
    organization_name: input.organizationNameOnRequest?.trim() || null,
    recipient_id: payee?.recipient_id ?? null,
    renames: Boolean(input.name?.trim()),
    made_by_token: caller.tokenId,
    made_by: caller.userId ?? (caller.tokenId && (await findTokenCreator(tx, organizationId, caller.tokenId))),
    created_at: now,
    expires_at: plusMs(now, LINK_MS),
    status: "created",
  };
  await insertInvite(tx, organizationId, { ...row, secret_hash: hashOfInvite(service, inviteId) });
  if (input.sendEmail) await sendInvite(service, tx, { caller, row, secret: inviteId });
  await recordAudit(service, tx, { organizationId, actor: actorOf(caller), entries: [auditOf(row, input.sendEmail)] });
  return row;
}

/** Found now, because the recipient could not change it. */
function unwritableName(name: string): readonly FieldProblem[] {
  const message = nameProblem(name);
  return message === undefined ? [] : [{ path: "name", message }];
}

const auditOf = (row: InviteRow, mailed: boolean): AuditEntry => ({
  action: "recipientInvite.create",
  resourceType: "recipientInvite",
  // Not its id, which is the secret of the link.
  resourceId: row.invite_row_id,
  after: {
    name: row.name,
    contactEmail: row.contact_email,
    paymentMethods: row.payment_methods,
    recipientId: row.recipient_id,
    organizationName: row.organization_name,
    mailed,
  },
});

/** The recipient that an invite fills, if it is still active. */
export async function findActivePayee(
  tx: Tx,
  organizationId: OrganizationId,
  recipientId: string | null | undefined,
): Promise<Payee | undefined> {
  if (!recipientId) return undefined;
  const payee = await findPayee(tx, organizationId, { recipientId, method: "ach" });
  return payee?.status === "active" ? payee : undefined;
}

/** Notes may have several lines; names may not, nor contain a link that email clients would make clickable. */
function lineProblem(
  path: "name" | "notes" | "organizationNameOnRequest",
  text: string | null | undefined,
): FieldProblem[] {
  const allowed = path === "notes" ? (text ?? "").replaceAll(/[\n\r\t]/g, " ") : (text ?? "");
  if (holdsHidden(allowed)) return [{ path, message: "must be one line of text" }];
  return path !== "notes" && /:\/\/|www\./i.test(allowed) ? [{ path, message: "must not contain a link" }] : [];
}
