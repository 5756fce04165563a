import { maskAccountNumber } from "../../kernel/bank/mask.ts";
import { type PaymentMethod, paymentMethods } from "../../kernel/bank/payment-method.ts";
import type { AuditEntry } from "../audit/index.ts";
import type { RecipientRow, RoutingDetails } from "./recipient.ts";
import type { RecipientRecord } from "./recipients.queries.ts";

/** Bank details as an audit row may hold them: the account number masked. */
export const maskedDetails = (details: RoutingDetails | null): Readonly<Record<string, unknown>> | null =>
  details && {
    ...(details.accountNumber === undefined ? {} : { accountNumber: maskAccountNumber(details.accountNumber) }),
    ...(details.routingNumber === undefined ? {} : { routingNumber: details.routingNumber }),
    ...(details.electronicAccountType === undefined ? {} : { electronicAccountType: details.electronicAccountType }),
    ...(details.swiftCode === undefined ? {} : { swiftCode: details.swiftCode, bankCountry: details.bankCountry }),
    ...(details.bankName === undefined ? {} : { bankName: details.bankName }),
    ...(details.address === undefined ? {} : { address: details.address }),
  };

export type MethodDetails = Readonly<Partial<Record<PaymentMethod, RoutingDetails | null | undefined>>>;

export const maskedMethods = (details: MethodDetails): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    paymentMethods.flatMap((method) =>
      details[method] === undefined ? [] : [[method, maskedDetails(details[method] ?? null)]],
    ),
  );

const ownFields = ["name", "nickname", "emails", "contactEmail", "isBusiness", "address"] as const;

/** Before and after of the members that changed, bank details apart; undefined when none did. */
export function changedFields(
  row: RecipientRow,
  after: RecipientRecord,
): Pick<AuditEntry, "before" | "after"> | undefined {
  const before = {
    name: row.name,
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

/** The database gives members of a json value back in an order of its own. */
const addressText = (address: RecipientRow["address"]): string | null =>
  address && JSON.stringify(Object.entries(address).sort(([a], [b]) => (a < b ? -1 : 1)));
