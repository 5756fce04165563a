import { Alert, Box, Button, Text } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ServiceUnavailable } from "../../api/api-error.ts";
import { Problem } from "../../ui/feedback/problem.tsx";

/** Browsers name a page's script that did not come each in their own words. */
const didNotCome = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|preload CSS|module script failed/i.test(error.message);

/** A page that could not be shown at all. */
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

/** Only a whole new page asks for a script again that did not come. */
function NotLoaded() {
  return (
    <Alert color="yellow" role="alert" title="This page could not be loaded">
      <Text size="sm" mb="xs">
        The service does not answer, or it was brought up to date a moment ago.
      </Text>
      <Button size="xs" variant="default" onClick={() => window.location.reload()}>
        Load it again
      </Button>
    </Alert>
  );
}
