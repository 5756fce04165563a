import { Button, Code, Group, Modal, SegmentedControl, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { getEventOptions, getWebhookDeliveriesOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { resendWebhookEvents } from "#api/generated/sdk.gen.ts";
import type { WebhookDelivery } from "#api/generated/types.gen.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { StatusBadge } from "#ui/feedback/status-badge.tsx";
import { useAction } from "#ui/forms/use-action.ts";
import { choicesOf } from "#ui/money/transaction-labels.ts";
import { Section } from "#ui/page/section.tsx";
import { When } from "#ui/page/when.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import { Pager } from "#ui/table/pager.tsx";
import { TwoLines } from "#ui/table/two-lines.tsx";
import { type DeliverySearch, deliverySearchOf } from "./delivery-search.ts";
import { deliveryStateNames, outcomeWords } from "./delivery-state.ts";
import { eventTypeText } from "./event-types.ts";

const route = getRouteApi("/signedIn/settings/webhooks/$webhookId");
const ROWS = 25;
const REFRESH_MS = 3_000;
const choices = [{ value: "all", label: "All" }, ...choicesOf(deliveryStateNames)];
/** As a payment's status that looks the same. */
const stateColors = {
  waiting: "pending",
  delivered: "sent",
  abandoned: "failed",
} as const satisfies Readonly<Record<WebhookDelivery["state"], string>>;

/** Deliveries to the endpoint with their attempts, newest first. */
export function DeliveryLog({ webhookId, mayResend }: { readonly webhookId: string; readonly mayResend: boolean }) {
  const place: DeliverySearch = route.useSearch();
  const navigate = route.useNavigate();
  const { state, ...cursor } = place;
  const log = useQuery({
    ...getWebhookDeliveriesOptions({
      path: { webhookEndpointId: webhookId },
      query: { order: "desc", limit: ROWS, ...cursor, ...(state === undefined ? {} : { state: [state] }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Section title="Deliveries" flush>
      <Group px="md" pb="sm">
        <SegmentedControl
          size="xs"
          aria-label="Deliveries shown"
          data={choices}
          value={state ?? "all"}
          onChange={(chosen) => void navigate({ search: deliverySearchOf({ state: chosen }), replace: true })}
        />
      </Group>
      <Loaded query={log} skeleton={<SkeletonRows rows={5} height={40} />}>
        {({ deliveries, page }) =>
          deliveries.length === 0 ? (
            <Empty title={state === undefined ? "No deliveries yet" : "No deliveries match"}>
              {state === undefined && "Deliveries appear here when a subscribed event occurs."}
            </Empty>
          ) : (
            <>
              <DeliveryTable deliveries={deliveries} webhookId={webhookId} mayResend={mayResend} />
              <Pager
                page={page}
                onTurn={(turned) => void navigate({ search: deliverySearchOf({ state, ...turned }) })}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function DeliveryTable({
  deliveries,
  webhookId,
  mayResend,
}: {
  readonly deliveries: readonly WebhookDelivery[];
  readonly webhookId: string;
  readonly mayResend: boolean;
}) {
  const { busy, run } = useAction(["webhooks"]);
  const [shown, setShown] = useState<string>();
  const resend = (eventId: string) =>
    void run(
      () => resendWebhookEvents({ path: { webhookEndpointId: webhookId }, body: { eventId }, throwOnError: true }),
      "The event was queued again.",
    );
  return (
    <>
      {shown !== undefined && <EventBody eventId={shown} onClose={() => setShown(undefined)} />}
      <DataTable
        label="Deliveries"
        rows={deliveries}
        rowKey={({ id }) => id}
        columns={[
          {
            header: "Event",
            phone: "name",
            cell: ({ eventId, eventType, resourceVersion, purpose }) => (
              <TwoLines
                strong={false}
                first={<EventButton eventId={eventId} eventType={eventType} onShow={setShown} />}
                second={`Version ${resourceVersion}${purpose === "resend" ? ", resent" : ""}`}
              />
            ),
          },
          { header: "Queued", cell: ({ createdAt }) => <When at={createdAt} />, width: 160, wideOnly: true },
          {
            header: "Status",
            phone: "second",
            cell: ({ state }) => <StatusBadge status={stateColors[state]} label={deliveryStateNames[state]} />,
            width: 100,
          },
          { header: "Attempts", phone: "below", cell: (delivery) => <Attempts delivery={delivery} /> },
          {
            header: "Actions",
            hideHeader: true,
            align: "right",
            phone: "amount",
            width: 100,
            cell: ({ eventId }) =>
              mayResend && (
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={busy}
                  aria-label={`Resend event ${eventId}`}
                  onClick={() => resend(eventId)}
                >
                  Resend
                </Button>
              ),
          },
        ]}
      />
    </>
  );
}

const nameOf = (eventType: string | null): string => (eventType === null ? "Event" : eventTypeText(eventType));

function EventButton({
  eventId,
  eventType,
  onShow,
}: {
  readonly eventId: string;
  readonly eventType: string | null;
  readonly onShow: (eventId: string) => void;
}) {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      px={0}
      aria-label={`${nameOf(eventType)}, show event ${eventId}`}
      onClick={() => onShow(eventId)}
    >
      {nameOf(eventType)}
    </Button>
  );
}

/** What was sent, as it is stored: the same on every attempt. Signatures and secrets are not part of it. */
function EventBody({ eventId, onClose }: { readonly eventId: string; readonly onClose: () => void }) {
  const event = useQuery(getEventOptions({ path: { eventId } }));
  return (
    <Modal opened onClose={onClose} title="Event" size="lg">
      <Loaded query={event}>
        {(body) => (
          <Code block tabIndex={0} aria-label="Body">
            {JSON.stringify(body, null, 2)}
          </Code>
        )}
      </Loaded>
    </Modal>
  );
}

/** The latest attempts shown before the rest is expanded. */
const SHOWN_AT_FIRST = 3;

function Attempts({ delivery: { attempts, nextAttemptAt } }: { readonly delivery: WebhookDelivery }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? attempts : attempts.slice(-SHOWN_AT_FIRST);
  const hidden = attempts.length - shown.length;
  return (
    <Stack gap={2}>
      {hidden > 0 && (
        <Button size="compact-xs" variant="subtle" px={0} style={{ alignSelf: "start" }} onClick={() => setOpen(true)}>
          {hidden} earlier
        </Button>
      )}
      {shown.map(({ attempt, attemptedAt, statusCode, reason, durationMs }) => (
        <Text key={attempt} size="xs" component="span" className="figures">
          {outcomeWords(statusCode, reason)} (<When at={attemptedAt} />, {durationMs} ms)
        </Text>
      ))}
      {nextAttemptAt !== null && (
        <Text size="xs" component="span" c="dimmed">
          Next <When at={nextAttemptAt} />
        </Text>
      )}
    </Stack>
  );
}
