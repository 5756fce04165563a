import { useEffect, useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { showProblems } from "./form-problems.ts";

interface Form {
  setErrors(errors: Record<string, string>): void;
}

/** Submits a form once at a time. Errors are shown next to their fields or above the form. */
export function useSubmit(form?: Form, fieldOf?: (path: string) => string) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    if (failures > 0) showFirstProblem();
  }, [failures]);
  /** Resolves to whether it succeeded. */
  const submit = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(form === undefined ? messageOf(error) : showProblems(error, form, fieldOf));
      setFailures((count) => count + 1);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, submit, setProblem };
}

/** Of a long form, the part with the problem may be off-screen. A field gets the focus. */
function showFirstProblem(): void {
  const shown = document.querySelector("[role=dialog][aria-modal=true]") ?? document.querySelector("main");
  const found =
    shown?.querySelector<HTMLElement>("form [aria-invalid=true]") ??
    shown?.querySelector<HTMLElement>("form [role=alert]");
  found?.scrollIntoView({ block: "center" });
  if (found?.matches("[aria-invalid=true]")) found.focus({ preventScroll: true });
}
