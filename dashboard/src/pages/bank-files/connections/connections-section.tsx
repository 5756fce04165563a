import { Group, Stack, Text } from "@mantine/core";
import type { BankConnection, GetBankConnectionsResponse } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { ConnectionActions } from "#ui/bank-connections/connection-actions.tsx";
import { channelNames, connectionMarks, railNames } from "#ui/bank-connections/connection-words.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import { useAccountNames } from "#ui/money/account-names.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { ButtonLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatDay, When } from "#ui/page/when.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import { TwoLines } from "#ui/table/two-lines.tsx";
import { GoingLive } from "./going-live.tsx";
import { PennyTestSection } from "./penny-test.tsx";

type ConnectionsQuery = Parameters<typeof Loaded<GetBankConnectionsResponse>>[0]["query"];

/** The connections with their tests, and what is left to do before one goes live. */
export function ConnectionsSection({ connections }: { readonly connections: ConnectionsQuery }) {
  const mayManage = useRight("manageOrganization");
  const drafts = connections.data?.bankConnections.filter(({ state }) => state !== "live") ?? [];
  return (
    <>
      <Section
        title="Connections"
        flush
        actions={
          mayManage && (
            <ButtonLink to="/bank-files/connections/new" size="compact-sm" variant="default">
              Add connection
            </ButtonLink>
          )
        }
      >
        <Loaded query={connections}>
          {({ bankConnections: rows }) =>
            rows.length === 0 ? (
              <Empty title="No bank connection yet">
                Payments wait until one is live.{" "}
                {mayManage ? "Add one with the bank’s answers at hand." : "An administrator can add one."}
              </Empty>
            ) : (
              <>
                <ConnectionTable rows={rows} />
                {rows.every(({ kind }) => kind === "simulated") && (
                  <Text size="sm" c="dimmed" p="md">
                    These belong to the sandbox: its simulated bank answers.
                  </Text>
                )}
              </>
            )
          }
        </Loaded>
      </Section>
      <GoingLive connections={drafts} />
      {connections.data?.bankConnections
        .filter(({ state, kind }) => state === "live" && kind !== "simulated")
        .map((connection) => (
          <PennyTestSection key={connection.id} connection={connection} />
        ))}
    </>
  );
}

function ConnectionTable({ rows }: { readonly rows: readonly BankConnection[] }) {
  const { nameOf } = useAccountNames();
  return (
    <DataTable
      label="Bank connections"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          header: "Connection",
          phone: "name",
          cell: ({ name, kind, place }) => (
            <span style={{ overflowWrap: "anywhere" }}>
              <TwoLines first={name} second={`${channelNames[kind]}, ${place}`} />
            </span>
          ),
        },
        { header: "Method", cell: ({ rail }) => railNames[rail], width: 90 },
        {
          header: "Accounts",
          phone: "second",
          cell: ({ accountIds }) => accountIds.map((id) => nameOf(id) || id).join(", ") || "None",
        },
        { header: "State", phone: "below", cell: (connection) => <State connection={connection} />, width: 130 },
        {
          header: "Last test passed",
          cell: ({ testedAt }) => (testedAt === null ? "Not with these settings" : <When at={testedAt} />),
          width: 175,
        },
        {
          header: "Actions",
          hideHeader: true,
          align: "right",
          phone: "below",
          cell: (connection) => (
            <Group justify="flex-end">
              <ConnectionActions connection={connection} more />
            </Group>
          ),
          width: 270,
        },
      ]}
    />
  );
}

function State({ connection: { state, firstDays } }: { readonly connection: BankConnection }) {
  const { label, color } = connectionMarks[state];
  return (
    <Stack gap={2} align="flex-start">
      <StatusMark color={color}>{label}</StatusMark>
      {firstDays !== null && (
        <Text size="xs" c="dimmed">
          At most {formatMoney(firstDays.perPayment)} a payment and {formatMoney(firstDays.perDay)} a day until{" "}
          {formatDay(firstDays.until)}
        </Text>
      )}
    </Stack>
  );
}
