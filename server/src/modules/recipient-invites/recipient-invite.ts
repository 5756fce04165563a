import type { PaymentMethod } from "../../kernel/bank/payment-method.ts";
import type { Config } from "../../kernel/config.ts";
import type { Id, RecipientId, UserId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import { hashOfSecret } from "../people/index.ts";

/** Names an invite where its secret must not stand: in the audit log, and as the order of lists. */
export type InviteRowId = Id<"recipientInvite">;

export const inviteStatuses = ["created", "completed", "expired"] as const;
export type InviteStatus = (typeof inviteStatuses)[number];

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
  /** What the payee reads in place of the organisation's legal name. */
  readonly organization_name: string | null;
  readonly recipient_id: RecipientId | null;
  readonly made_by: UserId | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly completed_at: Date | null;
}

export const statusOf = ({ completed_at, expires_at }: InviteRow, now: Date): InviteStatus =>
  completed_at !== null ? "completed" : expires_at <= now ? "expired" : "created";

/** What ties an invite's sealed secret to its row. */
export const inviteContextOf = (id: InviteRowId): string => `recipient-invite/${id}`;

/** What an invite is found by. */
export const hashOfInvite = (service: Pick<Service, "vault">, inviteId: string): Buffer =>
  hashOfSecret(service, "recipientInvite", inviteId);

/** The page on which the payee enters their details (decisions P1). */
export const onboardingUrlOf = ({ publicUrl }: Pick<Config, "publicUrl">, inviteId: string): string =>
  `${publicUrl}/invite/${inviteId}`;
