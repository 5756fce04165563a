import { methodTable, type PaymentMethod } from "bursar-banking/identifiers/payment-method";
import type { Service } from "#kernel/process/service.ts";
import type { Queryable } from "#kernel/sql/database.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { attachmentsOf, renderForRecipient, renewLink } from "#records/attachments";
import { openChangesOf } from "./changes/recipient-changes.queries.ts";
import { maskNumbers } from "./details/mask-numbers.ts";
import { routingVersionsOf } from "./details/routing-details.ts";
import { defaultMethodOf, payableMethods, type RecipientRow, type RoutingDetails, routingsOf } from "./recipient.ts";
import type { Recipient } from "./recipient-schemas.ts";
import { nameProblem, spelledNames } from "./spelling/spell-name.ts";
import { renderValidation } from "./validation/validation-schemas.ts";
import { latestValidations } from "./validation/validations.queries.ts";

type Links = Pick<Service, "vault" | "clock" | "config">;

/** The viewer: account numbers are shown in full only with the scope that reads recipients (decision R2). */
export interface RecipientViewer {
  readonly organizationId: OrganizationId;
  readonly scopes: ReadonlySet<string>;
  /** Present for signed-in users, who see masked numbers and reveal them with a separate request. */
  readonly person?: unknown;
}

/** A recipient rendered in full, as the viewer may see it. */
export const recipientAsSeenBy = (viewer: RecipientViewer, recipient: Recipient): Recipient => {
  const shown = seesFullNumbers(viewer) ? recipient : maskNumbers(recipient);
  return viewer.scopes.has("fetchRecipients") ? shown : { ...shown, attachments: [] };
};

/** A stored response: the links in it may have expired. */
export const storedRecipientAsSeenBy = (service: Links, viewer: RecipientViewer, recipient: Recipient): Recipient =>
  recipientAsSeenBy(viewer, {
    ...recipient,
    attachments: recipient.attachments.map((file) => ({ ...file, url: renewLink(service, file.url) })),
  });

export const seesFullNumbers = ({ scopes, person }: Pick<RecipientViewer, "scopes" | "person">): boolean =>
  scopes.has("fetchRecipients") && person === undefined;

/** The API's recipients for rows, with the bank details current, as the viewer may see them. */
export async function renderRecipients(
  service: Links,
  db: Queryable,
  { viewer, rows }: { viewer: RecipientViewer; rows: readonly RecipientRow[] },
): Promise<Recipient[]> {
  const recipients = await renderInFull(service, db, { organizationId: viewer.organizationId, rows });
  return recipients.map((recipient) => recipientAsSeenBy(viewer, recipient));
}

/** The same with account numbers in full, for storage (encrypted): show it through recipientAsSeenBy only. */
export async function renderInFull(
  service: Links,
  db: Queryable,
  { organizationId, rows }: { organizationId: OrganizationId; rows: readonly RecipientRow[] },
): Promise<Recipient[]> {
  const routingIds = rows.flatMap((row) => Object.values(routingsOf(row)).filter((id) => id !== null));
  const lookUp = await routingVersionsOf(service, db, { organizationId, routingIds, omitsRevoked: true });
  const recipientIds = rows.map((row) => row.recipient_id);
  const waiting = rows.length === 0 ? [] : await openChangesOf(db, organizationId, recipientIds);
  const achIds = rows.flatMap((row) => row[methodTable.ach.details.column] ?? []);
  const now = service.clock.now();
  const validations = new Map(
    (achIds.length === 0 ? [] : await latestValidations(db, organizationId, achIds)).map((validation) => [
      validation.routing_id,
      renderValidation(validation, now),
    ]),
  );
  const files =
    rows.length === 0 ? [] : await attachmentsOf(db, organizationId, { kind: "recipient", ids: recipientIds });
  const waitingOf = Map.groupBy(waiting, ({ recipient_id: id }) => id);
  const filesOf = Map.groupBy(files, ({ owner_id: ownerId }) => ownerId);
  return rows.map((row) => {
    const achId = row[methodTable.ach.details.column];
    const proposed = waitingOf.get(row.recipient_id) ?? [];
    const routings = routingsOf(row);
    const detailsOf = (method: PaymentMethod): RoutingDetails | null => {
      const routingId = routings[method];
      return (routingId && lookUp({ routingId, recipientId: row.recipient_id, method })?.details) ?? null;
    };
    return {
      ...render(row, routings, detailsOf),
      accountValidation: (achId && validations.get(achId)) ?? null,
      awaitingConfirmation: proposed.flatMap(({ method }) => method ?? []),
      attachments: (filesOf.get(row.recipient_id) ?? []).map((file) =>
        renderForRecipient(service, organizationId, file),
      ),
      proposedName: proposed.find(({ method }) => method === null)?.after_name ?? null,
    };
  });
}

function render(
  row: RecipientRow,
  routings: ReturnType<typeof routingsOf>,
  detailsOf: (method: PaymentMethod) => RoutingDetails | null,
): Omit<Recipient, "awaitingConfirmation" | "proposedName" | "attachments" | "accountValidation"> {
  const ach = detailsOf("ach");
  const check = detailsOf("check");
  const wireInfo = (details: RoutingDetails | null) => details && bankInfo(details);
  const mailing = check?.address ?? null;
  const accountType = ach?.electronicAccountType;
  return {
    id: row.recipient_id,
    recipientId: row.recipient_id,
    name: row.name,
    nickname: row.nickname,
    email: row.emails[0] ?? null,
    emails: row.emails,
    contactEmail: row.contact_email,
    isBusiness: row.is_business ?? (accountType === undefined ? null : accountType.startsWith("business")),
    status: row.status,
    defaultPaymentMethod: defaultMethodOf(routings),
    payableBy: [...payableMethods(routings)],
    electronicRoutingInfo:
      ach && accountType
        ? {
            ...bankInfo(ach),
            electronicAccountType: accountType,
            ...(ach.achFields === undefined ? {} : { achFields: ach.achFields }),
          }
        : null,
    domesticWireRoutingInfo: wireInfo(detailsOf("domesticWire")),
    realTimePaymentRoutingInfo: wireInfo(detailsOf("realTimePayment")),
    internationalWireRoutingInfo: internationalInfo(detailsOf("internationalWire")),
    checkInfo: mailing && { address: mailing },
    address: row.address && { name: row.name, ...row.address },
    defaultAddress: mailing ?? row.address,
    dateLastPaid: row.date_last_paid?.toISOString() ?? null,
    nameOnPayments: spelledNames(payableMethods(routings), row.name),
    nameProblem: nameProblem(row.name) ?? null,
    inviteId: row.invite_id,
  };
}

const bankInfo = ({ accountNumber = "", routingNumber = "", bankName, address }: RoutingDetails) => ({
  accountNumber,
  routingNumber,
  bankName: bankName ?? null,
  address: address ?? null,
});

/** The API guarantees the members; values that were not entered are null or empty. */
export const internationalInfo = (details: RoutingDetails | null) =>
  details && {
    iban: details.accountNumber ?? "",
    swiftCode: details.swiftCode ?? "",
    countrySpecific: countrySpecificOf(details.bankCountry, details.nationalBankCode),
    address: details.address ?? null,
    bankDetails:
      details.bankName === undefined
        ? null
        : { bankName: details.bankName, bankCityState: "", bankCountry: details.bankCountry ?? "" },
    correspondentInfo:
      details.correspondentSwiftCode === undefined
        ? null
        : { bankName: null, routingNumber: null, swiftCode: details.correspondentSwiftCode },
    emailAddress: null,
    phoneNumber: null,
  };

/** A bank's national code as the API shows it (wire contract §3.4): by country, under the country's own names. */
function countrySpecificOf(
  country: string | undefined,
  code: string | undefined,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  if (code === undefined) return {};
  switch (country) {
    case "AU":
      return { australia: { bsbCode: code } };
    case "CA":
      // 0, institution, transit.
      return { canada: { bankCode: code.slice(1, 4), transitNumber: code.slice(4) } };
    case "IN":
      return { india: { ifscCode: code } };
    case "ZA":
      return { southAfrica: { branchCode: code } };
    default:
      return {};
  }
}
