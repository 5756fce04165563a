import { Box, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** A cell's main words with smaller ones under them. */
export function TwoLines({
  first,
  second,
  strong = true,
}: {
  readonly first: ReactNode;
  readonly second: ReactNode;
  /** What the row is known by. */
  readonly strong?: boolean;
}) {
  return (
    <Box component="span" display="block" miw={0} style={{ overflowWrap: "anywhere" }}>
      <Text component="span" size="sm" display="block" {...(strong ? { fw: 550 } : {})}>
        {first}
      </Text>
      <Text component="span" size="xs" c="dimmed" display="block">
        {second}
      </Text>
    </Box>
  );
}
