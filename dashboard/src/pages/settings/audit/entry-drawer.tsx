import { Button, Code, Drawer, Group, Stack, Table, Title } from "@mantine/core";
import type { AuditEntry } from "#api/generated/types.gen.ts";
import { Copy } from "#ui/forms/copy-button.tsx";
import { Facts } from "#ui/page/facts.tsx";
import { When } from "#ui/page/when.tsx";
import classes from "./entry-drawer.module.css";
import { Sentence } from "./sentence.tsx";

export function EntryDrawer({
  entry,
  onClose,
  onFollow,
}: {
  readonly entry: AuditEntry | undefined;
  readonly onClose: () => void;
  /** Shows the entries about the same resource. */
  readonly onFollow: (entry: AuditEntry) => void;
}) {
  return (
    <Drawer opened={entry !== undefined} onClose={onClose} position="right" size="lg" title="Audit log entry">
      {entry && (
        <Stack gap="md">
          <Facts
            facts={[
              { label: "What happened", value: <Sentence parts={entry.sentence} /> },
              { label: "When", value: <When at={entry.at} /> },
              { label: "IP address", value: entry.address ?? undefined },
            ]}
          />
          <Changes entry={entry} />
          <Group>
            <Button size="xs" variant="default" onClick={() => onFollow(entry)}>
              Show the history of this {entry.resourceType === "user" ? "user" : "item"}
            </Button>
          </Group>
          <Codes entry={entry} />
        </Stack>
      )}
    </Drawer>
  );
}

/** Before and after, field by field; values alone if there was nothing before or is nothing after. */
function Changes({ entry: { changes } }: { readonly entry: AuditEntry }) {
  if (changes.length === 0) return null;
  const hasBefore = changes.some(({ before }) => before !== null);
  const hasAfter = changes.some(({ after }) => after !== null);
  const isChange = hasBefore && hasAfter;
  return (
    <div>
      <Title order={3} mb="xs">
        {isChange ? "Changes" : "Values"}
      </Title>
      <Table aria-label={isChange ? "Changes" : "Values"} fz="sm" layout="fixed" className={classes["changes"] ?? ""}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            {hasBefore && <Table.Th>{isChange ? "Before" : "Value"}</Table.Th>}
            {hasAfter && <Table.Th>{isChange ? "After" : "Value"}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ field, label, before, after }) => (
            <Table.Tr key={field}>
              <Table.Td>{label}</Table.Td>
              {hasBefore && <Table.Td>{before ?? ""}</Table.Td>}
              {hasAfter && <Table.Td>{after ?? ""}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** What identifies the entry to programs and auditors. */
function Codes({ entry }: { readonly entry: AuditEntry }) {
  const { actor, before, after } = entry;
  const code = (label: string, text: string | null) => ({
    label,
    value: text === null ? undefined : <Copy text={text} label={label.toLowerCase()} />,
  });
  return (
    <details className={classes["codes"]}>
      <summary>Codes</summary>
      <Facts
        facts={[
          code("Action", entry.action),
          code("Resource type", entry.resourceType),
          code("Resource ID", entry.resourceId),
          code("Actor", actor.id === null ? actor.type : `${actor.type} ${actor.id}`),
          code("Request ID", entry.httpRequestId),
          code("Entry ID", entry.id),
          code("Number", entry.number === null ? null : String(entry.number)),
          code("Hash", entry.hash),
        ]}
      />
      <Code block tabIndex={0} aria-label="Recorded values" mt="xs">
        {JSON.stringify({ before, after }, null, 2)}
      </Code>
    </details>
  );
}
