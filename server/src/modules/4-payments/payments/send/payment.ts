import type { AccountCutOffs } from "bursar-banking/calendar/account-cut-offs";
import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { PaymentAchFields } from "#bank/rails";
import type {
  AccountId,
  AuditId,
  EventId,
  OrganizationId,
  RecipientId,
  RequestId,
  RoutingId,
  TokenId,
  TransactionId,
  UserId,
} from "#kernel/values/ids.ts";

/** The input of preparePayment (prepare-payment.ts): what is to be paid, and to whom. */
export interface PaymentInput {
  readonly organizationId: OrganizationId;
  readonly accountId: AccountId;
  readonly recipientId: RecipientId;
  /** Cents, positive. */
  readonly amountMinor: bigint;
  readonly method: PaymentMethod;
  readonly externalMemo: string | null;
  readonly note: string | null;
  readonly purpose: string | null;
  /** What ACH files say about it, and when it settles; null: what its recipient or connection says. */
  readonly achFields: PaymentAchFields | null;
  /** Digest of organization, operation and key; null without a key. */
  readonly keyDigest: string | null;
  /** How many hours the duplicate guard looks back; 0 = off (decision P7). */
  readonly guardHours: number;
  /** Bank details changed less than this many hours ago cannot be paid; 0 = off. */
  readonly coolingOffHours: number;
  readonly tokenId: TokenId | null;
  /** The user who made it: in the dashboard, or by the last approval. */
  readonly userId: UserId | null;
  /** The approval request it comes from. */
  readonly requestId: RequestId | null;
  /** The token's limit for the day, in cents; null: none. */
  readonly limitPerDayMinor: bigint | null;
  /** Where the call came from, for the audit log. */
  readonly address: string | null;
  readonly httpRequestId: string | null;
  /** What the bank connections of its account say; absent: the general schedule. */
  readonly cutOffs?: AccountCutOffs | undefined;
}

/** The part of a payment that depends on its caller, for one without a caller: no key, guard, limit, or address. */
export const withoutCaller = {
  note: null,
  purpose: null,
  achFields: null,
  keyDigest: null,
  guardHours: 0,
  coolingOffHours: 0,
  tokenId: null,
  userId: null,
  requestId: null,
  limitPerDayMinor: null,
  address: null,
  httpRequestId: null,
} satisfies Partial<PaymentInput>;

/**
 * A payment ready to be decided, with everything the database needs, prepared before the queue so that deciding is one
 * call.
 */
export interface PreparedPayment extends PaymentInput {
  readonly transactionId: TransactionId;
  /** The ids of its first event and audit row. */
  readonly eventId: EventId;
  readonly auditId: AuditId;
  readonly createdAt: Date;
  readonly estimatedDeliveryAt: Date;
  /** When it is sent to the bank: `createdAt`, or the next file, print run, or opening. */
  readonly handOverAt: Date;
  /** Organization, account, recipient, amount, and method in 52 bits; null where the duplicate guard does not apply. */
  readonly guardContent: bigint | null;
}

/** A reason to reject a payment. */
export type PaymentObstacle =
  | { readonly outcome: "duplicatePayment"; readonly transactionId: TransactionId }
  | { readonly outcome: "insufficientFunds"; readonly availableMinor: bigint }
  | { readonly outcome: "recipientCannotReceive"; readonly recipientName: string }
  | { readonly outcome: "bankDetailsCoolingOff"; readonly routingId: RoutingId }
  | { readonly outcome: "tokenDayLimit"; readonly limitMinor: bigint }
  | { readonly outcome: "recipientNotFound" | "accountNotFound" | "accountCannotPay" | "ledgerInDoubt" };

/** The result for one payment. Only `accepted` leaves a trace. */
export type PaymentDecision =
  | {
      readonly outcome: "accepted";
      readonly counterpartyName: string;
      readonly counterpartyNickname: string | null;
      readonly routingId: RoutingId;
      /** Its audit row's number in the stream of the account. */
      readonly auditNumber: number;
    }
  | { readonly outcome: "replayed"; readonly transactionId: TransactionId }
  | PaymentObstacle;
