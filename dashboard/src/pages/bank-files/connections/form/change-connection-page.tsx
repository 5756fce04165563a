import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import {
  getBankConnectionSettingsOptions,
  getBankConnectionsOptions,
} from "#api/generated/@tanstack/react-query.gen.ts";
import { changeBankConnectionSettings } from "#api/generated/sdk.gen.ts";
import type { BankConnection } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { Permitted } from "#app/session/permitted.tsx";
import { useRight } from "#app/session/session.ts";
import { ConnectionActions } from "#ui/bank-connections/connection-actions.tsx";
import { channelNames, connectionMarks, railNames } from "#ui/bank-connections/connection-words.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import { useAccountNames } from "#ui/money/account-names.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { Facts } from "#ui/page/facts.tsx";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import { Page } from "#ui/page/page.tsx";
import { RecordPage } from "#ui/page/record-page.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatDay, When } from "#ui/page/when.tsx";
import { ConnectionForm } from "./connection-form.tsx";

const route = getRouteApi("/signedIn/bank-files/connections/$bankConnectionId");

/** A connection with its next step, and its settings until it is live. */
export function ChangeConnectionPage() {
  const { bankConnectionId } = route.useParams();
  const connections = useQuery(getBankConnectionsOptions());
  const found = connections.data?.bankConnections.find(({ id }) => id === bankConnectionId);
  const mayManage = useRight("manageOrganization");
  if (found !== undefined && mayManage) return <Connection connection={found} />;
  return (
    <Page title="Bank connection">
      <Permitted right="manageOrganization" action="change bank connections">
        <Loaded query={connections}>
          {() => (
            <Section>
              <Empty title="No such bank connection">It may have been removed.</Empty>
            </Section>
          )}
        </Loaded>
      </Permitted>
    </Page>
  );
}

function nextOf({ state, testedAt }: BankConnection): string {
  if (state === "live")
    return "Files are sent to the bank. Your server administrator changes a live connection: bursar bank change.";
  if (testedAt === null) return "Test the connection. A test sends nothing.";
  return state === "draft"
    ? "The test passed. Next, start the rehearsal."
    : "Payments are written into files and not sent. When the bank has validated one, go live.";
}

function Connection({ connection }: { readonly connection: BankConnection }) {
  const { test } = route.useSearch();
  // A new connection is tested when this page opens, and a changed one when it is saved.
  const [tests, setTests] = useState(test === true ? 1 : 0);
  const { name, state, rail, kind, place } = connection;
  const { label, color } = connectionMarks[state];
  return (
    <RecordPage
      title={name}
      status={<StatusMark color={color}>{label}</StatusMark>}
      lead={`${railNames[rail]}, ${channelNames[kind]}, ${place}`}
      decision={
        <Section title="Next step">
          <Stack gap="sm">
            <Text size="sm">{nextOf(connection)}</Text>
            <Group gap="xs">
              <ConnectionActions connection={connection} more={false} test={tests} />
              <ButtonLink to="/set-up-to-live" size="compact-sm" variant="default">
                Set up to live
              </ButtonLink>
            </Group>
          </Stack>
        </Section>
      }
    >
      <Section title="Details">
        <Details connection={connection} />
      </Section>
      {kind !== "simulated" && state !== "live" && (
        <Settings connection={connection} kind={kind} onSaved={() => setTests(tests + 1)} />
      )}
    </RecordPage>
  );
}

function Details({ connection: { id, accountIds, testedAt, firstDays } }: { readonly connection: BankConnection }) {
  const { nameOf } = useAccountNames();
  return (
    <Facts
      facts={[
        {
          label: "Accounts",
          value: accountIds.map((accountId) => nameOf(accountId) || accountId).join(", ") || "None",
        },
        { label: "Last test passed", value: testedAt === null ? "Not with these settings" : <When at={testedAt} /> },
        {
          label: "Files",
          value: (
            <TextLink to="/bank-files" search={{ connection: id }} inherit>
              View files
            </TextLink>
          ),
        },
        {
          label: "First days",
          value: firstDays
            ? `At most ${formatMoney(firstDays.perPayment)} a payment and ${formatMoney(firstDays.perDay)} a day until ${formatDay(firstDays.until)}`
            : undefined,
        },
      ]}
    />
  );
}

function Settings({
  connection: { id, rail },
  kind,
  onSaved,
}: {
  readonly connection: BankConnection;
  readonly kind: "sftp" | "folder";
  readonly onSaved: () => void;
}) {
  const refresh = useRefresh();
  const settings = useQuery({
    ...getBankConnectionSettingsOptions({ path: { bankConnectionId: id } }),
    refetchOnWindowFocus: false,
  });
  return (
    <Loaded query={settings}>
      {(stored) => (
        <ConnectionForm
          rail={rail}
          kind={kind}
          stored={stored}
          submitLabel="Save and test"
          save={async (entered) => {
            const body = { version: stored.version, ...entered };
            await changeBankConnectionSettings({ path: { bankConnectionId: id }, body, throwOnError: true });
            await refresh("bankFiles");
            onSaved();
          }}
        />
      )}
    </Loaded>
  );
}
