import { isApiError } from "../../api/api-error.ts";
import { type PaymentMethod, shownMethods } from "../../ui/money/payment-methods.ts";

/** API messages for one method's fields, by field name. */
export function problemsOfMethod(error: unknown, method: PaymentMethod): Readonly<Record<string, string>> {
  if (!isApiError(error)) return {};
  const prefix = `${shownMethods[method].member}.`;
  return Object.fromEntries(
    error.fields.map(({ path, message }) => [path.startsWith(prefix) ? path.slice(prefix.length) : path, message]),
  );
}
