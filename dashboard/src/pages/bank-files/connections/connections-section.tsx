import { Stack, Text } from "@mantine/core";
import type { BankConnection, GetBankConnectionsResponse } from "#api/generated/types.gen.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import { useAccountNames } from "#ui/money/account-names.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatDay, When } from "#ui/page/when.tsx";
import { DataTable } from "#ui/table/data-table.tsx";
import { TwoLines } from "#ui/table/two-lines.tsx";
import { railNames } from "../file-labels.ts";
import { GoingLive } from "./going-live.tsx";
import { PennyTestSection } from "./penny-test.tsx";
import { TestButton } from "./test-button.tsx";

type ConnectionsQuery = Parameters<typeof Loaded<GetBankConnectionsResponse>>[0]["query"];

const states: Readonly<Record<BankConnection["state"], { readonly label: string; readonly color: string }>> = {
  draft: { label: "Draft", color: "gray" },
  rehearsal: { label: "Rehearsal", color: "blue" },
  live: { label: "Live", color: "evergreen" },
};
const kindNames: Readonly<Record<BankConnection["kind"], string>> = {
  folder: "Folder",
  sftp: "SFTP",
  simulated: "Simulated bank",
};

/** The connections with their tests, and what is left to do before one goes live. */
export function ConnectionsSection({ connections }: { readonly connections: ConnectionsQuery }) {
  return (
    <>
      <Section title="Connections" flush>
        <Loaded query={connections}>
          {({ bankConnections: rows }) =>
            rows.length === 0 ? (
              <Empty title="No bank connection yet">
                Your server administrator can add one with bursar bank add, which asks for every setting.
              </Empty>
            ) : (
              <>
                <ConnectionTable rows={rows} />
                {rows.every(({ kind }) => kind === "simulated") && (
                  <Text size="sm" c="dimmed" p="md">
                    These belong to the sandbox. Your server administrator can add one to a bank with bursar bank add.
                  </Text>
                )}
              </>
            )
          }
        </Loaded>
      </Section>
      {connections.data?.bankConnections
        .filter(({ state }) => state !== "live")
        .map((connection) => (
          <GoingLive key={connection.id} connection={connection} />
        ))}
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
          cell: ({ name, kind, place }) => (
            <span style={{ overflowWrap: "anywhere" }}>
              <TwoLines first={name} second={`${kindNames[kind]}, ${place}`} />
            </span>
          ),
        },
        { header: "Method", cell: ({ rail }) => railNames[rail], width: 120 },
        {
          header: "Accounts",
          cell: ({ accountIds }) => accountIds.map((id) => nameOf(id) || id).join(", ") || "None",
        },
        { header: "State", cell: (connection) => <State connection={connection} />, width: 170 },
        {
          header: "Last test passed",
          cell: ({ testedAt }) => (testedAt === null ? "Not with these settings" : <When at={testedAt} />),
          width: 160,
        },
        {
          header: "Actions",
          hideHeader: true,
          align: "right",
          cell: ({ id, name }) => <TestButton connectionId={id} name={name} />,
          width: 80,
        },
      ]}
    />
  );
}

function State({ connection: { state, firstDays } }: { readonly connection: BankConnection }) {
  const { label, color } = states[state];
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
