import { Center, Group, Paper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTitle } from "../../ui/page/use-title.ts";

/** The layout of pages without a session: one narrow column. */
export function EntryFrame({
  title,
  lead,
  width = 400,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly width?: number;
  readonly children: ReactNode;
}) {
  useTitle(title);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper p={{ base: "lg", xs: "xl" }} w="100%" maw={width}>
        <Group gap={10} mb={lead === undefined ? "lg" : "xs"} wrap="nowrap">
          <img src="/dashboard/icon.svg" alt="" width={28} height={28} />
          <Title order={1}>{title}</Title>
        </Group>
        {lead !== undefined && (
          <Text size="sm" c="dimmed" mb="lg">
            {lead}
          </Text>
        )}
        {children}
      </Paper>
    </Center>
  );
}
