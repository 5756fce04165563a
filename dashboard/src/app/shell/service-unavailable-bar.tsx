import { Alert } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { ServiceUnavailable } from "../../api/api-error.ts";

/** Shown while a query on the page waits for the service to come back. */
export function ServiceUnavailableBar() {
  const cache = useQueryClient().getQueryCache();
  const away = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () =>
      cache
        .getAll()
        .some(
          ({ state }) =>
            (state.fetchFailureReason ?? state.error) instanceof ServiceUnavailable && state.fetchStatus !== "idle",
        ),
  );
  if (!away) return null;
  return (
    <Alert color="yellow" mb="md" role="status" icon={<IconPlugConnectedX size={18} aria-hidden />}>
      The service is unavailable. Data may be out of date; this page retries automatically.
    </Alert>
  );
}
