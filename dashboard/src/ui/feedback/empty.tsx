import { Box, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { SkeletonRows, useIsStale } from "./loaded.tsx";

/** An empty state: what is missing, and how to add it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  // The previous filter's empty result says nothing about the new one.
  if (useIsStale()) return <SkeletonRows />;
  return (
    <Box py="xl" px="md" ta="center">
      <Text fw={550} size="sm">
        {title}
      </Text>
      {children !== undefined && (
        <Box c="dimmed" fz="sm" mt={4} style={{ textWrap: "balance" }}>
          {children}
        </Box>
      )}
    </Box>
  );
}
