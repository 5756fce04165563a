import { Alert, Button, Group, Text } from "@mantine/core";
import { placeTitle } from "../rows/file-rows.ts";
import type { FileJob } from "../use-job.ts";
import { centsText } from "./cents-text.ts";

const SHOWN = 5;

/** Offers to exclude rows that are sums of others. */
export function TotalRows({ state: { job, rows, decide } }: { readonly state: FileJob }) {
  const totals = rows.filter(({ total, isExcluded }) => total !== undefined && !isExcluded);
  if (totals.length === 0) return null;
  const numbers = totals.map(({ number }) => number);
  const isOne = totals.length === 1;
  return (
    <Alert color="yellow" title={isOne ? "1 row looks like a total" : `${totals.length} rows look like totals`}>
      {totals.slice(0, SHOWN).map((row) => (
        <Text key={row.number} size="sm">
          {placeTitle(job.file, row)}
          {row.cents === undefined ? "" : ` (${centsText(row.cents)})`} {row.total}.
        </Text>
      ))}
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={() => decide(({ excluded }) => ({ excluded: [...excluded, ...numbers] }))}>
          {isOne ? "Exclude the total" : `Exclude ${totals.length} totals`}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => decide(({ payments }) => ({ payments: [...payments, ...numbers] }))}
        >
          {isOne ? "Keep as a payment" : "Keep as payments"}
        </Button>
      </Group>
    </Alert>
  );
}
