import {
  forEachMethod,
  type MethodWith,
  methodsByPreference,
  methodTable,
  type PaymentMethod,
} from "bursar-banking/identifiers/payment-method";
import type { RecipientId, RoutingId } from "#kernel/values/ids.ts";
import type { AchFields } from "./details/ach-fields.ts";

export const recipientStatuses = ["active", "deleted"] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

export const electronicAccountTypes = [
  "businessChecking",
  "businessSavings",
  "personalChecking",
  "personalSavings",
  "businessGeneralLedger",
  "personalGeneralLedger",
  "businessLoan",
  "personalLoan",
] as const;
export type ElectronicAccountType = (typeof electronicAccountTypes)[number];

/** An address without a name (wire contract §3.4). */
export interface Address {
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  readonly region: string;
  readonly postalCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/**
 * One version of bank details, in full; the account number of an international one is an IBAN where the country uses
 * them. Never logged.
 */
export interface RoutingDetails {
  readonly method: PaymentMethod;
  readonly accountNumber?: string;
  readonly accountNumberLast4?: string;
  readonly routingNumber?: string;
  readonly electronicAccountType?: ElectronicAccountType;
  readonly bankName?: string;
  /** ACH only: what files say in payments to the recipient. */
  readonly achFields?: AchFields;
  /** International wires only: the bank's BIC and its ISO 3166-1 alpha-2 country code. */
  readonly swiftCode?: string;
  readonly bankCountry?: string;
  /** National code of the bank, where account numbers do not include it (national-bank-code.ts). */
  readonly nationalBankCode?: string;
  /** BIC of the correspondent bank through which the payment goes. */
  readonly correspondentSwiftCode?: string;
  readonly address?: Address;
}

/** A version of a recipient's bank details and name, verified when it was read. */
export interface RoutingVersion {
  readonly recipientId: RecipientId;
  readonly name: string;
  /** Proposed and not confirmed: never paid. */
  readonly proposed: boolean;
  readonly details: RoutingDetails;
}

/** What a version's seal covers. */
export interface VersionContent extends RoutingVersion {
  readonly routingId: RoutingId;
  readonly createdAt: Date;
}

/** Methods whose details the API accepts; international ones come only from invites and the dashboard (decision R1). */
export type EnteredMethod = Exclude<
  PaymentMethod,
  MethodWith<{ readonly details: { readonly holds: "foreignAccount" } }>
>;
export const isEntered = (method: PaymentMethod): method is EnteredMethod =>
  methodTable[method].details.holds !== "foreignAccount";

/** The current version per method. */
export type Routings = Readonly<Record<PaymentMethod, RoutingId | null>>;

/** The default payment method. Derived; `ach` for a recipient without details, because the API guarantees a value. */
export const defaultMethodOf = (routings: Routings): PaymentMethod =>
  methodsByPreference.find((method) => routings[method] !== null) ?? "ach";

/** The version that a payment by the method uses: its own, or that of the method that it falls back to (decision S2). */
export const routingUsed = (routings: Routings, method: PaymentMethod): RoutingId | null => {
  const { fallsBackTo } = methodTable[method].details;
  return routings[method] ?? (fallsBackTo && routings[fallsBackTo]);
};

/** The available methods, cheapest first. */
export const payableMethods = (routings: Routings): readonly PaymentMethod[] =>
  methodsByPreference.filter((method) => routingUsed(routings, method) !== null);

/** The current versions, by the names of their columns. */
export type RoutingColumns = Readonly<
  Record<(typeof methodTable)[PaymentMethod]["details"]["column"], RoutingId | null>
>;

/** A recipient's row, without bank details. */
export interface RecipientRow extends RoutingColumns {
  readonly recipient_id: RecipientId;
  readonly name: string;
  readonly nickname: string | null;
  readonly emails: string[];
  readonly contact_email: string | null;
  readonly is_business: boolean | null;
  readonly status: RecipientStatus;
  readonly address: Address | null;
  readonly date_last_paid: Date | null;
  /** Versions from this one on are changes of the initial details; null: none were changed. */
  readonly first_changed_routing_id: RoutingId | null;
  /** The last invite that was used. */
  readonly invite_id: string | null;
}

export const routingsOf = (row: RoutingColumns): Routings =>
  forEachMethod((method) => row[methodTable[method].details.column]);

/** What a recipient is found by. */
export const searchedRecipient = ({
  recipientId: id,
  name,
  nickname,
  emails,
}: {
  readonly recipientId: RecipientId;
  readonly name: string;
  readonly nickname: string | null;
  readonly emails: readonly string[];
}) => ({ kind: "recipient", id, texts: [name, nickname, ...emails] }) as const;
