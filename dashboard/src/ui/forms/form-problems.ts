import { isApiError, messageOf } from "../../api/api-error.ts";

/**
 * Puts the service's refusal beside the fields it is about (`names` maps its paths to the form's), and returns what remains
 * to be said above the form. No rule of the service is repeated here.
 */
export function showProblems(
  error: unknown,
  form: { setErrors(errors: Record<string, string>): void },
  names: Readonly<Record<string, string>> = {},
): string | undefined {
  if (!isApiError(error) || error.fields.length === 0) return messageOf(error);
  form.setErrors(Object.fromEntries(error.fields.map(({ path, message }) => [names[path] ?? path, message])));
  return undefined;
}
