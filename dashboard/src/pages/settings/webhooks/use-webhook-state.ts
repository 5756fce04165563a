import { useQuery } from "@tanstack/react-query";
import { getOverviewOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { Webhook } from "#api/generated/types.gen.ts";

/**
 * The status of a webhook as the home page shows it: an active endpoint whose deliveries fail is failing, wherever it is
 * listed.
 */
export function useWebhookState() {
  const { data, isLoading } = useQuery({ ...getOverviewOptions(), staleTime: 5_000, refetchInterval: 10_000 });
  const troubled = data?.webhooks ?? [];
  const failingSince = (id: string): string | undefined =>
    troubled.find(({ webhookId, status }) => webhookId === id && status === "failing")?.failingSince ?? undefined;
  return {
    isLoading,
    failingSince,
    badgeOf: (id: string, status: Webhook["status"]): { status: string; label?: string } =>
      status === "active" && failingSince(id) !== undefined ? { status: "blocked", label: "Failing" } : { status },
  };
}
