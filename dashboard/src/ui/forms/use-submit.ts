import { useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { showProblems } from "./form-problems.ts";

interface Form {
  setErrors(errors: Record<string, string>): void;
}

/** Submits a form once at a time. Errors are shown next to their fields or above the form. */
export function useSubmit(form?: Form, fieldOf?: (path: string) => string) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** Resolves to whether it succeeded. */
  const submit = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(form === undefined ? messageOf(error) : showProblems(error, form, fieldOf));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, submit, setProblem };
}
