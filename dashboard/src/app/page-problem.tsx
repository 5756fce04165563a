import { Box } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { Problem } from "../ui/problem.tsx";

/** A page that could not be shown at all. */
export function PageProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Box p="md" maw={640} mx="auto">
      <Problem error={error} onRetry={() => void router.invalidate()} />
    </Box>
  );
}
