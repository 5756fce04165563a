import { Alert } from "@mantine/core";

/** The error message above a form. */
export function FormProblem({ problem }: { readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <Alert color="red" role="alert">
      {problem}
    </Alert>
  );
}
