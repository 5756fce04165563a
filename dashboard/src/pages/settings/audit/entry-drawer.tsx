import { Drawer, Stack, Table, Title } from "@mantine/core";
import { linkOptions } from "@tanstack/react-router";
import type { AuditEntry } from "../../../api/generated/types.gen.ts";
import { Copy } from "../../../ui/forms/copy-button.tsx";
import { Facts } from "../../../ui/page/facts.tsx";
import { TextLink } from "../../../ui/page/links.tsx";
import { When } from "../../../ui/page/when.tsx";
import classes from "./entry-drawer.module.css";
import { actorName, fieldLabel, valueText } from "./entry-text.ts";

export function EntryDrawer({
  entry,
  onClose,
}: {
  readonly entry: AuditEntry | undefined;
  readonly onClose: () => void;
}) {
  return (
    <Drawer opened={entry !== undefined} onClose={onClose} position="right" size="lg" title={entry?.action ?? ""}>
      {entry && (
        <Stack gap="md">
          <Facts
            facts={[
              { label: "When", value: <When at={entry.at} /> },
              { label: "Who", value: actorName(entry.actor) },
              { label: "IP address", value: entry.address ?? undefined },
              { label: "Resource", value: <Resource entry={entry} /> },
              { label: "Resource ID", value: <Copy text={entry.resourceId} label="ID" /> },
              { label: "Request", value: entry.httpRequestId ?? undefined },
            ]}
          />
          <Changes entry={entry} />
        </Stack>
      )}
    </Drawer>
  );
}

function Resource({ entry }: { readonly entry: AuditEntry }) {
  const name = fieldLabel(entry.resourceType);
  const link = resourceLink(entry);
  return link === undefined ? (
    name
  ) : (
    <TextLink {...link} inherit>
      {name}
    </TextLink>
  );
}

function resourceLink({ resourceType, resourceId }: AuditEntry) {
  switch (resourceType) {
    case "transaction":
      return linkOptions({ to: "/transactions/$transactionId", params: { transactionId: resourceId } });
    case "recipient":
      return linkOptions({ to: "/recipients/$recipientId", params: { recipientId: resourceId } });
    case "account":
      return linkOptions({ to: "/accounts/$accountId", params: { accountId: resourceId } });
    case "webhook":
      return linkOptions({ to: "/settings/webhooks/$webhookId", params: { webhookId: resourceId } });
    case "approvalRequest":
      return linkOptions({ to: "/approvals/$requestId", params: { requestId: resourceId } });
    default:
      return undefined;
  }
}

/** Before and after, field by field. */
function Changes({ entry: { before, after } }: { readonly entry: AuditEntry }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  return (
    <div>
      <Title order={3} mb="xs">
        {before === null ? "Values" : "Changes"}
      </Title>
      <Table aria-label="Changes" fz="sm" layout="fixed" className={classes["changes"] ?? ""}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            {before !== null && <Table.Th>Before</Table.Th>}
            <Table.Th>{before === null ? "Value" : "After"}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Td>{fieldLabel(name)}</Table.Td>
              {before !== null && <Table.Td>{valueText(before[name])}</Table.Td>}
              <Table.Td>{after === null ? "" : valueText(after[name])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
