import { Alert } from "@mantine/core";

/** What is to be said above a form; nothing while there is nothing. */
export function FormProblem({ problem }: { readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <Alert color="red" role="alert">
      {problem}
    </Alert>
  );
}
