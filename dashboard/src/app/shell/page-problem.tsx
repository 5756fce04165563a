import { Alert, Box, Button, Text } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ServiceUnavailable } from "../../api/api-error.ts";
import { Problem } from "../../ui/feedback/problem.tsx";

/** Each browser words a failed script import differently. */
const didNotCome = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|preload CSS|module script failed/i.test(error.message);

/** Shown when a page cannot be rendered at all. */
export function PageProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Box p="md" maw={640} mx="auto">
      {didNotCome(error) || error instanceof ServiceUnavailable ? (
        <NotLoaded />
      ) : (
        <Problem error={error} onRetry={() => void router.invalidate()} />
      )}
    </Box>
  );
}

/** A failed script import is cached: only a reload tries it again. */
function NotLoaded() {
  return (
    <Alert color="yellow" role="alert" title="This page could not be loaded">
      <Text size="sm" mb="xs">
        The service is unavailable or was just updated.
      </Text>
      <Button size="xs" variant="default" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </Alert>
  );
}
