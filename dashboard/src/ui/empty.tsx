import { Box, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Nothing is here: says so, and what makes something appear. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
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
