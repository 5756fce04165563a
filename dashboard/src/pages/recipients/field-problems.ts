import { isApiError } from "../../api/api-error.ts";
import { detailsMember, type PaymentMethod } from "../../ui/money/payment-methods.ts";

/** API messages for one method's fields, by field name. */
export function problemsOfMethod(error: unknown, method: PaymentMethod): Readonly<Record<string, string>> {
  if (!isApiError(error)) return {};
  const prefix = `${detailsMember[method]}.`;
  return Object.fromEntries(
    error.fields.map(({ path, message }) => [path.startsWith(prefix) ? path.slice(prefix.length) : path, message]),
  );
}
