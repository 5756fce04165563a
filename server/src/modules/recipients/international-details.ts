import { bicProblem } from "../../kernel/bank/bic.ts";
import { ibanProblem } from "../../kernel/bank/iban.ts";
import { shownDigitsOf } from "../../kernel/bank/mask.ts";
import { type FieldProblem, invalidRequest, notFound } from "../../kernel/http/http-refusals.ts";
import type { OrganizationId } from "../../kernel/ids.ts";
import type { Service } from "../../kernel/service.ts";
import type { Tx } from "../../kernel/sql/database.ts";
import { type Actor, recordAudit } from "../audit/index.ts";
import { changeBankDetails } from "./change-bank-details.ts";
import { lockRecipientRow, updateRecipientRow } from "./recipients.queries.ts";

/** What a payee or a person enters about an account abroad. */
export interface InternationalDetails {
  readonly iban: string;
  /** The bank's BIC (ISO 9362). */
  readonly swiftCode: string;
  readonly bankName: string;
  /** Where the bank is: ISO 3166-1 alpha-2. */
  readonly bankCountry: string;
}

export interface DetailsToFill {
  readonly organizationId: OrganizationId;
  readonly recipientId: string;
  readonly actor: Actor;
  readonly details: InternationalDetails;
}

/** Details as people write them, in the form banks exchange; refuses with `invalidRequest`, never repeating the IBAN. */
export function checkInternationalDetails({
  iban,
  swiftCode,
  bankName,
}: Omit<InternationalDetails, "bankCountry">): InternationalDetails {
  const compact = (text: string) => text.replaceAll(/[\s-]/g, "").toUpperCase();
  const details = { iban: compact(iban), swiftCode: compact(swiftCode), bankName: bankName.trim() };
  const problems: FieldProblem[] = [];
  const add = (path: string, message: string | undefined) => {
    if (message !== undefined) problems.push({ path, message });
  };
  add("iban", ibanProblem(details.iban));
  add("swiftCode", bicProblem(details.swiftCode));
  add("bankName", details.bankName === "" || /\p{Cc}/u.test(bankName) ? "must be one line of text" : undefined);
  if (problems.length > 0) throw invalidRequest(problems);
  return { ...details, bankCountry: details.swiftCode.slice(4, 6) };
}

/**
 * Sets international bank details, or proposes to where changes wait for a second person. They come from the payee, through an
 * invite, or from a person in the dashboard, never from a token (specification §2). Refuses with `resourceNotFound`.
 */
export async function fillInternationalDetails(
  service: Service,
  tx: Tx,
  { organizationId, recipientId, actor, details }: DetailsToFill,
): Promise<void> {
  const row = await lockRecipientRow(tx, organizationId, recipientId);
  if (row?.status !== "active") throw notFound("recipient");
  const internationalWire = {
    method: "internationalWire",
    accountNumber: details.iban,
    accountNumberLast4: shownDigitsOf(details.iban),
    swiftCode: details.swiftCode,
    bankName: details.bankName,
    bankCountry: details.bankCountry,
  } as const;
  const wanted = { internationalWire };
  const { entries, ...inForce } = await changeBankDetails(service, tx, { organizationId, row, actor, wanted });
  await updateRecipientRow(tx, organizationId, {
    recipientId: row.recipient_id,
    name: row.name,
    nickname: row.nickname,
    emails: row.emails,
    contactEmail: row.contact_email,
    isBusiness: row.is_business,
    address: row.address,
    ...inForce,
    at: service.clock.now(),
  });
  await recordAudit(service, tx, { organizationId, actor, entries });
}
