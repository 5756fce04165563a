import { Center, Group, Paper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Brand } from "../../api/generated/types.gen.ts";
import { Letterhead } from "../../ui/brand/letterhead.tsx";
import { useTitle } from "../../ui/page/use-title.ts";

const serviceBrand: Brand = { color: null, logoUrl: null };

/** The layout of pages without a session: one narrow column. */
export function EntryFrame({
  title,
  lead,
  width = 400,
  brand = serviceBrand,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly width?: number;
  /** Of the organization, on pages for its recipients. Pages for signing in are the service's own. */
  readonly brand?: Brand;
  readonly children: ReactNode;
}) {
  useTitle(title);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper p={{ base: "lg", xs: "xl" }} w="100%" maw={width}>
        <Letterhead brand={brand} />
        <Group gap={10} mb={lead === undefined ? "lg" : "xs"} wrap="nowrap">
          {brand.logoUrl === null && <img src="/dashboard/icon.svg" alt="" width={28} height={28} />}
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
