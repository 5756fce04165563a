import { methodName } from "#ui/money/payment-methods.ts";
import { lastFourOf } from "../reading/recipients/known-recipients.ts";
import type { FileRecipient } from "../rows/file-rows.ts";

/** What tells recipients with the same name apart: method, last four digits, or the address. */
export function distinction(recipient: FileRecipient): string {
  const [digits] = recipient.accountNumbers.flatMap((number) => lastFourOf(number) ?? []);
  const method = methodName(recipient.defaultPaymentMethod);
  return [digits === undefined ? method : `${method} ••${digits}`, recipient.emails[0]]
    .filter((part) => part !== undefined)
    .join(", ");
}

export const recipientLabel = (recipient: FileRecipient): string =>
  `${recipient.nickname === null ? recipient.name : `${recipient.name} (${recipient.nickname})`}: ${distinction(recipient)}`;
