import { Button, Menu, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { isApiError } from "#api/api-error.ts";
import { getWebhookDeliveryDaysOptions, getWebhookOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { deleteWebhook, rotateWebhookSecret, updateWebhook, verifyWebhook } from "#api/generated/sdk.gen.ts";
import type { Webhook } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { useRight } from "#app/session/session.ts";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { notifyDone, notifyTrouble } from "#ui/feedback/notify.ts";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { Copy } from "#ui/forms/copy-button.tsx";
import { DANGER } from "#ui/forms/danger-color.ts";
import { useAction } from "#ui/forms/use-action.ts";
import { Facts } from "#ui/page/facts.tsx";
import { MoreActions } from "#ui/page/more-actions.tsx";
import { RecordPage } from "#ui/page/record-page.tsx";
import { Section } from "#ui/page/section.tsx";
import { useMoveOn } from "#ui/page/use-move-on.ts";
import { When } from "#ui/page/when.tsx";
import { RecordHistory, useRecordHistory } from "../record-history.tsx";
import { SecretDialog } from "../secret-dialog.tsx";
import { SettingsAreaPage, SettingsFrame } from "../settings-frame.tsx";
import { DeliveryDays } from "./delivery-days.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { failedTestText } from "./delivery-state.ts";
import { type EventType, eventTypesText } from "./event-types.ts";
import { ResendRange } from "./resend-range.tsx";
import { useWebhookState } from "./use-webhook-state.ts";
import { type WebhookFields, WebhookForm } from "./webhook-form.tsx";

const route = getRouteApi("/signedIn/settings/webhooks/$webhookId");

/** One webhook endpoint: settings and deliveries. */
export function WebhookPage() {
  const { webhookId } = route.useParams();
  const mayChange = useRight("createWebhooks");
  const webhook = useQuery(getWebhookOptions({ path: { webhookEndpointId: webhookId } }));
  const isLoading = useParts(webhookId);
  if (webhook.data === undefined || isLoading)
    return (
      <SettingsAreaPage title="Webhook">
        <Section>
          {webhook.data === undefined ? <Loaded query={webhook}>{() => null}</Loaded> : <SkeletonRows />}
        </Section>
      </SettingsAreaPage>
    );
  const { id, url, eventTypes, filterPaths, createdAt } = webhook.data;
  return (
    <SettingsFrame>
      <RecordPage
        title={`Webhook to ${hostOf(url)}`}
        status={<Status webhook={webhook.data} />}
        lead={url}
        actions={mayChange && <Actions webhook={webhook.data} />}
        side={<RecordHistory type="webhook" id={id} />}
        below={
          <>
            <DeliveryDays webhookId={webhookId} />
            <DeliveryLog webhookId={webhookId} mayResend={mayChange} />
          </>
        }
      >
        <Section title="Details">
          <Facts
            facts={[
              { label: "Events", value: eventTypesText(eventTypes), isWide: true },
              { label: "Filter by changed fields", value: filterPaths?.join(", "), isWide: true },
              { label: "Created", value: <When at={createdAt} /> },
              { label: "ID", value: <Copy text={id} label="webhook ID" />, isWide: true },
            ]}
          />
        </Section>
      </RecordPage>
    </SettingsFrame>
  );
}

/** Whether parts are missing whose height is not known: without them, the deliveries would move when they arrive. */
function useParts(webhookId: string): boolean {
  const days = useQuery(getWebhookDeliveryDaysOptions({ path: { webhookEndpointId: webhookId } }));
  const history = useRecordHistory("webhook", webhookId);
  const state = useWebhookState();
  return days.isLoading || history.isLoading || state.isLoading;
}

/** An address need not be one that the browser understands. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

function Status({ webhook: { id, status } }: { readonly webhook: Webhook }) {
  const { badgeOf, failingSince } = useWebhookState();
  const since = status === "active" ? failingSince(id) : undefined;
  return (
    <>
      <StatusBadge {...badgeOf(id, status)} />
      {since !== undefined && (
        <>
          {" "}
          <Text component="span" size="sm" c="dimmed" fw={400}>
            since <When at={since} />
          </Text>
        </>
      )}
    </>
  );
}

function EditForm({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const refresh = useRefresh();
  const save = async ({ url, eventTypes }: WebhookFields) => {
    await updateWebhook({
      path: { webhookEndpointId: webhook.id },
      body: { url, eventTypes },
      throwOnError: true,
    });
    onClose();
    notifyDone("The webhook was changed.");
    await refresh("webhooks");
  };
  return (
    <WebhookForm
      title="Edit webhook"
      submitLabel="Save"
      initial={{ url: webhook.url, eventTypes: [...((webhook.eventTypes as EventType[] | null) ?? ownEvents)] }}
      onSave={save}
      onClose={onClose}
    />
  );
}

/** What an endpoint without a choice receives. */
const ownEvents = ["transaction.created", "transaction.updated"] as const;

function Actions({ webhook }: { readonly webhook: Webhook }) {
  const { busy, run } = useAction(["webhooks"]);
  const moveOn = useMoveOn();
  const [secret, setSecret] = useState<string>();
  const path = { webhookEndpointId: webhook.id };
  const setStatus = (status: "active" | "paused", done: string) =>
    void run(() => updateWebhook({ path, body: { status }, throwOnError: true }), done);
  const rotate = async () => {
    const answer = await run(() => rotateWebhookSecret({ path, body: {}, throwOnError: true }));
    setSecret(answer?.data.secret);
  };
  const remove = async () => {
    await run(async () => {
      await deleteWebhook({ path, throwOnError: true });
      await moveOn({ to: "/settings/webhooks" });
    }, "The webhook was deleted.");
  };
  const isActive = webhook.status === "active";
  const [isEditing, setEditing] = useState(false);
  const [isResending, setResending] = useState(false);
  const sendTest = () =>
    void run(async () => {
      try {
        await verifyWebhook({ path, body: {}, throwOnError: true });
      } catch (error) {
        if (!isApiError(error, "webhookVerificationFailed")) throw error;
        return notifyTrouble(failedTestText(error.details));
      }
      notifyDone("The test event was delivered.");
    });
  return (
    <>
      {isActive ? (
        <Button loading={busy} onClick={sendTest}>
          Send test event
        </Button>
      ) : (
        <Button
          loading={busy}
          onClick={() => setStatus("active", "The webhook was activated. Pending deliveries are sent now.")}
        >
          Activate
        </Button>
      )}
      <MoreActions>
        <Menu.Item onClick={() => setEditing(true)}>Edit</Menu.Item>
        <Menu.Item onClick={() => setResending(true)}>Resend events</Menu.Item>
        {!isActive && <Menu.Item onClick={sendTest}>Send test event</Menu.Item>}
        {isActive && (
          <Menu.Item
            onClick={() => setStatus("paused", "The webhook was paused. Events are not sent until you activate it.")}
          >
            Pause webhook
          </Menu.Item>
        )}
        <Menu.Item
          onClick={() =>
            confirmAction({
              title: "Rotate secret",
              text: "Creates a new secret. Deliveries are signed with both secrets for 24 hours, so that you can update your receiver.",
              confirm: "Rotate secret",
              onConfirm: () => void rotate(),
            })
          }
        >
          Rotate secret
        </Menu.Item>
        <Menu.Item
          color={DANGER}
          onClick={() =>
            confirmAction({
              title: "Delete webhook",
              text: "Pending deliveries are discarded, and no more events are sent. This cannot be undone.",
              confirm: "Delete webhook",
              onConfirm: () => void remove(),
            })
          }
        >
          Delete webhook
        </Menu.Item>
      </MoreActions>
      {isEditing && <EditForm webhook={webhook} onClose={() => setEditing(false)} />}
      {isResending && <ResendRange webhookId={webhook.id} onClose={() => setResending(false)} />}
      {secret !== undefined && (
        <SecretDialog
          title="New signing secret"
          label="signing secret"
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

const confirmAction = ({
  title,
  text,
  confirm,
  onConfirm,
}: {
  title: string;
  text: string;
  confirm: string;
  onConfirm: () => void;
}) =>
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm, cancel: "Cancel" },
    onConfirm,
  });
