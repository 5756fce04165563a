import { IconWebhook } from "@tabler/icons-react";
import type { Overview } from "#api/generated/types.gen.ts";
import { Age } from "#ui/page/age.tsx";
import { ButtonLink } from "#ui/page/links.tsx";
import { counted, Item, ItemLine, ItemLines } from "./item.tsx";

/** An endpoint that receives nothing. */
export function WebhookItem({
  webhook: { webhookId, url, status, consecutiveFailures, failingSince },
}: {
  readonly webhook: NonNullable<Overview["webhooks"]>[number];
}) {
  return (
    <Item
      icon={IconWebhook}
      tone={status === "disabled" ? "bad" : "warning"}
      title={status === "disabled" ? "Webhook disabled: nothing is delivered" : "Webhook failing"}
      action={
        <ButtonLink to="/settings/webhooks/$webhookId" params={{ webhookId }} size="xs" variant="default">
          View
        </ButtonLink>
      }
    >
      <ItemLines>
        <ItemLine name={<span title={url}>{url}</span>}>
          {counted(consecutiveFailures, "consecutive failure")}
          {failingSince !== null && (
            <>
              , since <Age at={failingSince} />
            </>
          )}
        </ItemLine>
      </ItemLines>
    </Item>
  );
}
