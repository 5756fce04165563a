import type { PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { RecipientId, RoutingId } from "#kernel/values/ids.ts";

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
export const enteredMethods = [
  "ach",
  "domesticWire",
  "realTimePayment",
  "check",
] as const satisfies readonly PaymentMethod[];
export type EnteredMethod = (typeof enteredMethods)[number];

/** The member of the API's recipient that holds a method's details. */
export const memberOf = {
  ach: "electronicRoutingInfo",
  domesticWire: "domesticWireRoutingInfo",
  realTimePayment: "realTimePaymentRoutingInfo",
  check: "checkInfo",
  internationalWire: "internationalWireRoutingInfo",
} as const satisfies Readonly<Record<PaymentMethod, string>>;

/** The current version per method. */
export type Routings = Readonly<Record<PaymentMethod, RoutingId | null>>;

/** The order of preference for the default: the cheapest method that reaches an account first. */
const defaultOrder = [
  "ach",
  "realTimePayment",
  "domesticWire",
  "check",
  "internationalWire",
] as const satisfies readonly PaymentMethod[];

/** The default payment method. Derived; `ach` for a recipient without details, because the API guarantees a value. */
export const defaultMethodOf = (routings: Routings): PaymentMethod =>
  defaultOrder.find((method) => routings[method] !== null) ?? "ach";

/** The available methods, cheapest first. A real-time payment falls back to the ACH details (decision S2). */
export const payableMethods = (routings: Routings): readonly PaymentMethod[] =>
  defaultOrder.filter((method) => routings[method] !== null || (method === "realTimePayment" && routings.ach !== null));

/** A recipient's row, without bank details. */
export interface RecipientRow {
  readonly recipient_id: RecipientId;
  readonly name: string;
  readonly nickname: string | null;
  readonly emails: string[];
  readonly contact_email: string | null;
  readonly is_business: boolean | null;
  readonly status: RecipientStatus;
  readonly address: Address | null;
  readonly ach_routing_id: RoutingId | null;
  readonly check_routing_id: RoutingId | null;
  readonly domestic_wire_routing_id: RoutingId | null;
  readonly real_time_payment_routing_id: RoutingId | null;
  readonly international_wire_routing_id: RoutingId | null;
  readonly date_last_paid: Date | null;
  /** Versions from this one on are changes of the initial details; null: none were changed. */
  readonly first_changed_routing_id: RoutingId | null;
  /** The last invite that was used. */
  readonly invite_id: string | null;
}

export type RoutingColumns = Pick<
  RecipientRow,
  | "ach_routing_id"
  | "check_routing_id"
  | "domestic_wire_routing_id"
  | "real_time_payment_routing_id"
  | "international_wire_routing_id"
>;

export const routingsOf = (row: RoutingColumns): Routings => ({
  ach: row.ach_routing_id,
  check: row.check_routing_id,
  domesticWire: row.domestic_wire_routing_id,
  realTimePayment: row.real_time_payment_routing_id,
  internationalWire: row.international_wire_routing_id,
});

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
