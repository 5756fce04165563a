import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { revokeToken } from "#api/generated/sdk.gen.ts";
import type { ApiToken } from "#api/generated/types.gen.ts";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { DANGER } from "#ui/forms/danger-color.ts";
import { useAction } from "#ui/forms/use-action.ts";

/** What the list of tokens and the page of one have in common. */
export const TokenBadge = ({ state }: Pick<ApiToken, "state">) =>
  state === "waiting" ? <StatusBadge status="created" label="Needs confirmation" /> : <StatusBadge status={state} />;

export const tokenKindNames = {
  readOnly: "Read everything",
  readWrite: "Read and write everything",
  custom: "Only what was selected",
  provisioning: "Provisioning (SCIM)",
  agent: "Agent: reads and requests",
} as const;

/** Whether it can still be used, and so revoked. */
export const isUsable = ({ state }: ApiToken): boolean => state === "active" || state === "waiting";

export function useRevoke() {
  const { busy, run } = useAction(["tokens", "controls"]);
  const confirmRevoke = ({ tokenId, name }: ApiToken) =>
    modals.openConfirmModal({
      title: `Revoke ${name}`,
      children: <Text size="sm">Applications that use it lose access within a second. This cannot be undone.</Text>,
      labels: { confirm: "Revoke token", cancel: "Cancel" },
      confirmProps: { color: DANGER },
      onConfirm: () => void run(() => revokeToken({ path: { tokenId }, throwOnError: true }), `${name} was revoked.`),
    });
  return { busy, confirmRevoke };
}
