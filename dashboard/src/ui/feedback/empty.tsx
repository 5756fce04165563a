import { Box, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { SkeletonRows, useIsOldAnswer } from "./loaded.tsx";

/** Nothing is here: says so, and what makes something appear. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  // Nothing was found for another question: for this one nobody knows yet.
  if (useIsOldAnswer()) return <SkeletonRows />;
  return (
    <Box py="xl" px="md" ta="center">
      <Text fw={550} size="sm">
        {title}
      </Text>
      {children !== undefined && (
        <Box c="dimmed" fz="sm" mt={4}>
          {children}
        </Box>
      )}
    </Box>
  );
}
