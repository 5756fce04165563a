import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconDownload, IconPlayerPause } from "@tabler/icons-react";
import type { PaymentFile } from "./csv-file.ts";
import { download, resultFile } from "./csv-results.ts";
import type { FileRow } from "./csv-rows.ts";
import type { RowResult } from "./csv-store.ts";

/** How far it is, and what can be done now. */
export function RunBar({
  file,
  rows,
  results,
  ready,
  isRunning,
  mayRun,
  onRun,
  onPause,
  onLeave,
}: {
  readonly file: PaymentFile;
  readonly rows: readonly FileRow[];
  readonly results: ReadonlyMap<number, RowResult>;
  /** Rows that can be asked for now, those refused before among them. */
  readonly ready: readonly FileRow[];
  readonly isRunning: boolean;
  readonly mayRun: boolean;
  readonly onRun: (rows: readonly FileRow[]) => void;
  readonly onPause: () => void;
  readonly onLeave: () => void;
}) {
  const count = (...states: readonly RowResult["state"][]) =>
    [...results.values()].filter(({ state }) => states.includes(state)).length;
  const asked = count("requested", "requestedBefore");
  const refused = ready.filter(({ number }) => results.get(number)?.state === "refused");
  const fresh = ready.filter(({ number }) => !results.has(number));
  const isBegun = results.size > 0;
  const share = rows.length === 0 ? 0 : (100 * results.size) / rows.length;
  const payments = (number: number) => (number === 1 ? "1 payment" : `${number} payments`);
  return (
    <Stack gap="xs">
      {(isBegun || isRunning) && (
        <Progress.Root size="md">
          <Progress.Section value={share} aria-label={`${results.size} of ${rows.length} rows`} />
        </Progress.Root>
      )}
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status" className="figures">
          {isRunning || isBegun
            ? `${asked} of ${rows.length} asked for${count("refused") > 0 ? `, ${count("refused")} refused` : ""}`
            : `${rows.length} ${rows.length === 1 ? "row" : "rows"}, ${ready.length} ready to ask for`}
        </Text>
        <Group gap="xs">
          {isBegun && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => download(`${file.name.replace(/\.csv$/i, "")}-results.csv`, resultFile(rows, results))}
            >
              Download results
            </Button>
          )}
          {!isRunning && (
            <Button variant="default" size="xs" onClick={onLeave}>
              {isBegun && fresh.length === 0 ? "Done: choose another file" : "Choose another file"}
            </Button>
          )}
          {!isRunning && refused.length > 0 && (
            <Button variant="default" size="xs" disabled={!mayRun} onClick={() => onRun(refused)}>
              Retry {refused.length} refused
            </Button>
          )}
          {isRunning ? (
            <Button size="xs" leftSection={<IconPlayerPause size={14} aria-hidden />} onClick={onPause}>
              Pause
            </Button>
          ) : (
            fresh.length > 0 && (
              <Button size="xs" disabled={!mayRun} onClick={() => onRun(fresh)}>
                {isBegun ? `Continue with ${payments(fresh.length)}` : `Ask for ${payments(fresh.length)}`}
              </Button>
            )
          )}
        </Group>
      </Group>
    </Stack>
  );
}
