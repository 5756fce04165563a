import { useEffect, useRef } from "react";

/**
 * Scrolls to the first field with a problem, which may be off-screen, and gives it the focus: after each attempt to submit
 * an `incomplete` form (counted), and with each `error` of the API.
 */
export function useScrollToFirstProblem(incomplete: number, error: unknown) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (incomplete === 0 && error === null) return;
    const field = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    field?.scrollIntoView({ block: "center" });
    field?.focus({ preventScroll: true });
  }, [incomplete, error]);
  return form;
}
