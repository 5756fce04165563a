import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import { assert } from "#kernel/assert.ts";
import { DAY_MS } from "#kernel/clock/clock.ts";
import type { Config } from "#kernel/process/config.ts";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import {
  type Id,
  isUuid,
  type OrganizationId,
  type RecipientId,
  type TokenId,
  type UserId,
} from "#kernel/values/ids.ts";
import { hashOfSecret } from "#records/people";
import { inviteSecrets } from "../tables.ts";
import { type InviteStatus, inviteStates, type StoredInviteStatus } from "./invite-states.ts";

/** How long every link is valid. */
export const LINK_MS = 30 * DAY_MS;

/** Identifies an invite where its secret must not appear: in the audit log, and in the order of lists. */
export type InviteRowId = Id<"recipientInvite">;

/** Table: recipient_invites. */
export interface InviteRow {
  readonly invite_row_id: InviteRowId;
  /** The sealed secret. */
  readonly secret: Buffer;
  readonly name: string;
  readonly contact_email: string;
  readonly payment_methods: PaymentMethod[];
  readonly require_tax_document: boolean;
  readonly notes: string | null;
  /** Shown to the recipient next to the organization's legal name. */
  readonly organization_name: string | null;
  readonly recipient_id: RecipientId | null;
  /** Whether completing it gives the recipient `name`. */
  readonly renames: boolean;
  /** The user who sent it, or who created the token that did. */
  readonly made_by: UserId | null;
  readonly made_by_token: TokenId | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly status: StoredInviteStatus;
}

/** Its status by the clock: the stored status does not expire automatically. */
export const statusOf = ({ status, expires_at }: InviteRow, now: Date): StoredInviteStatus =>
  (expires_at <= now ? inviteStates.next(status, "expire") : undefined) ?? status;

/** The status a client sees of an invite that was found. */
export function publicInviteStatusOf(row: InviteRow, now: Date): InviteStatus {
  const status = statusOf(row, now);
  assert(status !== "withdrawn", "a withdrawn invite is not found");
  return status;
}

/** The decrypted secret of an invite's link. */
export const secretOf = (
  service: Pick<Service, "vault">,
  db: Queryable,
  organizationId: OrganizationId,
  { invite_row_id, secret }: InviteRow,
): Promise<string> => service.vault.open(db, organizationId, inviteSecrets.contextOf(invite_row_id), secret);

/** The hash by which a recipient's link is found. */
export const hashOfInvite = (service: Pick<Service, "vault">, inviteId: string): Buffer =>
  hashOfSecret(service, "recipientInvite", inviteId);

/** An invite's id: the secret of its link or, for callers without it, its row id. */
export interface InviteName {
  readonly secret_hash: Buffer;
  readonly invite_row_id: string | null;
}

export const inviteNameOf = (service: Pick<Service, "vault">, inviteId: string): InviteName => ({
  secret_hash: hashOfInvite(service, inviteId),
  invite_row_id: isUuid(inviteId) ? inviteId : null,
});

/** The page on which the recipient enters their details (decision P1). */
export const onboardingUrlOf = ({ publicUrl }: Pick<Config, "publicUrl">, inviteId: string): string =>
  `${publicUrl}/invite/${inviteId}`;
