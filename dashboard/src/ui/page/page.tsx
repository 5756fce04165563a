import { Box, Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { useTitle } from "./use-title.ts";

/** A page: heading, actions, and content. */
export function Page({
  title,
  heading = title,
  lead,
  actions,
  wide = false,
  children,
}: {
  readonly title: string;
  /** When the heading holds more than text. */
  readonly heading?: ReactNode;
  /** One sentence under the heading. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** As wide as the window: lists with many columns. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  useTitle(title);
  return (
    <>
      <Group
        justify="space-between"
        align="flex-start"
        mb="md"
        gap="sm"
        pos="relative"
        data-wide-page={wide || undefined}
      >
        <Box miw={0} style={{ overflowWrap: "anywhere" }}>
          <Breadcrumbs />
          <Title order={1}>{heading}</Title>
          {lead !== undefined && (
            <Text c="dimmed" size="sm" mt={2}>
              {lead}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </>
  );
}
