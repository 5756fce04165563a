import { Alert, Box, Button, Text, Title } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
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

const LOOK_EVERY_MS = 2_000;
/** A page that still does not load is not reloaded again at once. */
const RELOAD_EVERY_MS = 20_000;
const RELOADED_AT = "bursar.reloadedAt";

async function isBack(): Promise<boolean> {
  try {
    return (await fetch("/dashboard/icon.svg", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (Date.now() - last < RELOAD_EVERY_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}

/** A failed script import is cached: only a reload tries it again, once the service answers. */
function NotLoaded() {
  useEffect(() => {
    const timer = setInterval(() => {
      void isBack().then((back) => {
        if (back) reloadOnce();
      });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Alert color="yellow" role="alert">
      <Title order={1} size="h3" mb="xs">
        This page could not be loaded
      </Title>
      <Text size="sm" mb="xs">
        The service is unavailable or was just updated. The page loads as soon as the service responds.
      </Text>
      <Button size="xs" variant="default" onClick={() => window.location.reload()}>
        Reload now
      </Button>
    </Alert>
  );
}

/**
 * The router reloads the whole page when a script does not load, which ends in the browser's own error page if the
 * network is away. It does so once per message, which this marks as done: PageProblem reloads when the service is back.
 */
export function keepPageWithoutScripts(): void {
  window.addEventListener("vite:preloadError", (event) => {
    const { payload } = event as Event & { readonly payload?: unknown };
    if (payload instanceof Error) sessionStorage.setItem(`tanstack_router_reload:${payload.message}`, "1");
  });
}
