import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getWebhooksOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { createWebhook } from "#api/generated/sdk.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { useRight } from "#app/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { Section } from "#ui/page/section.tsx";
import { When } from "#ui/page/when.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import { SecretDialog } from "../secret-dialog.tsx";
import { SettingsAreaPage } from "../settings-frame.tsx";
import { eventTypesText } from "./event-types.ts";
import { useWebhookState } from "./use-webhook-state.ts";
import { type WebhookFields, WebhookForm } from "./webhook-form.tsx";

export function WebhooksPage() {
  const webhooks = useQuery(getWebhooksOptions());
  const mayChange = useRight("createWebhooks");
  const [isMaking, setMaking] = useState(false);
  const { badgeOf } = useWebhookState();
  return (
    <SettingsAreaPage
      title="Webhooks"
      lead="Signed events sent to your systems and retried for up to three days."
      actions={mayChange && <Button onClick={() => setMaking(true)}>Create webhook</Button>}
    >
      <Section flush>
        <Loaded query={webhooks}>
          {({ webhooks: rows }) =>
            rows.length === 0 ? (
              <Empty title="No webhooks yet">
                Create one to be notified when payments are created, sent, failed, or returned.
              </Empty>
            ) : (
              <DataTable
                label="Webhooks"
                rows={rows}
                rowKey={({ id }) => id}
                targetOf={({ id }) => ({ to: "/settings/webhooks/$webhookId", params: { webhookId: id } })}
                columns={[
                  {
                    header: "URL",
                    phone: "name",
                    cell: ({ url }) => (
                      <Text component="span" size="sm" fw={550} style={{ overflowWrap: "anywhere" }}>
                        {url}
                      </Text>
                    ),
                  },
                  { header: "Events", cell: ({ eventTypes }) => eventTypesText(eventTypes), phone: "second" },
                  {
                    header: "Status",
                    cell: ({ id, status }) => <StatusBadge {...badgeOf(id, status)} />,
                    width: 100,
                    phone: "amount",
                  },
                  {
                    header: "Created",
                    cell: ({ createdAt }) => <When at={createdAt} form="short" />,
                    wideOnly: true,
                    width: 120,
                  },
                ]}
              />
            )
          }
        </Loaded>
      </Section>
      {isMaking && <NewWebhook onClose={() => setMaking(false)} />}
    </SettingsAreaPage>
  );
}

function NewWebhook({ onClose }: { readonly onClose: () => void }) {
  const refresh = useRefresh();
  const [secret, setSecret] = useState<string>();
  const create = async (body: WebhookFields) => {
    const { data } = await createWebhook({ body, throwOnError: true });
    setSecret(data.secret);
    await refresh("webhooks");
  };
  if (secret !== undefined)
    return (
      <SecretDialog
        title="The webhook was created"
        label="signing secret"
        secret={secret}
        hint="Use this secret to verify deliveries (Standard Webhooks)."
        onClose={onClose}
      />
    );
  return (
    <WebhookForm
      title="Create webhook"
      submitLabel="Create webhook"
      initial={{ url: "", eventTypes: ["transaction.created", "transaction.updated"] }}
      onSave={create}
      onClose={onClose}
    />
  );
}
