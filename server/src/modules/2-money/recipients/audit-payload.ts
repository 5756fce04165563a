import { maskAccountNumber } from "bursar-banking/identifiers/mask";
import { type PaymentMethod, paymentMethods } from "bursar-banking/identifiers/payment-method";
import type { RecipientId } from "#kernel/values/ids.ts";
import type { AuditEntry } from "#records/audit";
import type { RecipientRow, RoutingDetails } from "./recipient.ts";
import type { RecipientRecord } from "./recipients.queries.ts";

/** Bank details as stored in an audit row, with the account number masked. */
export const maskedDetails = (details: RoutingDetails | null): Readonly<Record<string, unknown>> | null =>
  details && {
    ...(details.accountNumber === undefined ? {} : { accountNumber: maskAccountNumber(details.accountNumber) }),
    ...(details.routingNumber === undefined ? {} : { routingNumber: details.routingNumber }),
    ...(details.electronicAccountType === undefined ? {} : { electronicAccountType: details.electronicAccountType }),
    ...(details.swiftCode === undefined ? {} : { swiftCode: details.swiftCode, bankCountry: details.bankCountry }),
    ...(details.nationalBankCode === undefined ? {} : { nationalBankCode: details.nationalBankCode }),
    ...(details.correspondentSwiftCode === undefined ? {} : { correspondentSwiftCode: details.correspondentSwiftCode }),
    ...(details.bankName === undefined ? {} : { bankName: details.bankName }),
    ...(details.address === undefined ? {} : { address: details.address }),
    ...(details.achFields === undefined ? {} : { achFields: details.achFields }),
  };

/** The outcome of a change: the end of the audit row's action. */
type Fate = "Changed" | "Proposed" | "Declined" | "Overtaken";

interface AuditedDetails {
  readonly method: PaymentMethod;
  readonly before: RoutingDetails | null;
  readonly after: RoutingDetails | null;
}

export const auditOfDetails = (
  recipientId: RecipientId,
  fate: Fate,
  { method, before, after }: AuditedDetails,
): AuditEntry => ({
  action: `recipient.bankDetails${fate}`,
  resourceType: "recipient",
  resourceId: recipientId,
  before: { [method]: maskedDetails(before) },
  after: { [method]: maskedDetails(after) },
});

export const auditOfName = (
  recipientId: RecipientId,
  fate: Fate,
  { before, after }: { readonly before: string; readonly after: string },
): AuditEntry => ({
  action: `recipient.name${fate}`,
  resourceType: "recipient",
  resourceId: recipientId,
  before: { name: before },
  after: { name: after },
});

export type MethodDetails = Readonly<Partial<Record<PaymentMethod, RoutingDetails | null | undefined>>>;

export const maskedMethods = (details: MethodDetails): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    paymentMethods.flatMap((method) =>
      details[method] === undefined ? [] : [[method, maskedDetails(details[method] ?? null)]],
    ),
  );

const ownFields = ["nickname", "emails", "contactEmail", "isBusiness", "address"] as const;

/** The changed members before and after; undefined if none changed. Name and bank details have their own audit rows. */
export function changedFields(
  row: RecipientRow,
  after: RecipientRecord,
): Pick<AuditEntry, "before" | "after"> | undefined {
  const before = {
    nickname: row.nickname,
    emails: row.emails,
    contactEmail: row.contact_email,
    isBusiness: row.is_business,
    address: addressText(row.address),
  };
  const changed = ownFields.filter(
    (field) =>
      JSON.stringify(before[field]) !== JSON.stringify(field === "address" ? addressText(after.address) : after[field]),
  );
  if (changed.length === 0) return undefined;
  return {
    before: Object.fromEntries(changed.map((field) => [field, field === "address" ? row.address : before[field]])),
    after: Object.fromEntries(changed.map((field) => [field, after[field]])),
  };
}

/** The database returns the members of a JSON value in its own order. */
const addressText = (address: RecipientRow["address"]): string | null =>
  address && JSON.stringify(Object.entries(address).sort(([a], [b]) => (a < b ? -1 : 1)));
