import { isApiError, messageOf } from "../../api/api-error.ts";

/**
 * Shows field problems next to their fields (`fieldOf` maps API paths to form fields) and returns the message to show
 * above the form.
 */
export function showProblems(
  error: unknown,
  form: { setErrors(errors: Record<string, string>): void },
  fieldOf: (path: string) => string = (path) => path,
): string | undefined {
  if (!isApiError(error) || error.fields.length === 0) return messageOf(error);
  form.setErrors(Object.fromEntries(error.fields.map(({ path, message }) => [fieldOf(path), message])));
  return undefined;
}
