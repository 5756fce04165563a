import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconDownload, IconPlayerPause } from "@tabler/icons-react";
import { totalOf } from "../../../ui/money/total.ts";
import type { PaymentFile } from "./csv-file.ts";
import { download, resultFile } from "./csv-results.ts";
import type { FileRow } from "./csv-rows.ts";
import type { RowResult } from "./csv-store.ts";
import type { Choice } from "./use-row-selection.ts";

const inWords = (rows: readonly FileRow[]): string =>
  `${rows.length === 1 ? "1 payment" : `${rows.length} payments`}, ${totalOf(rows.map(({ body }) => body?.amount ?? 0))}`;

/** Progress, and the actions available now. */
export function RunBar({
  file,
  rows,
  results,
  choice: { ready, doubtful, unchecked, isTicked },
  isRunning,
  mayRun,
  onRun,
  onPause,
  onLeave,
}: {
  readonly file: PaymentFile;
  readonly rows: readonly FileRow[];
  readonly results: ReadonlyMap<number, RowResult>;
  readonly choice: Choice;
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
  const fresh = ready.filter((row) => !refused.includes(row));
  const leftOut = doubtful.filter((row) => !isTicked(row)).length;
  const isBegun = results.size > 0;
  const answered = results.size - count("unanswered");
  const share = rows.length === 0 ? 0 : (100 * answered) / rows.length;
  const more = [
    ...(leftOut > 0 ? [leftOut === 1 ? "1 possible duplicate" : `${leftOut} possible duplicates`] : []),
    ...(unchecked > 0 && !isRunning ? [`checking ${unchecked}`] : []),
  ].map((text) => `, ${text}`);
  return (
    <Stack gap="xs">
      {(isBegun || isRunning) && (
        <Progress.Root size="md">
          <Progress.Section value={share} aria-label={`${answered} of ${rows.length} rows`} />
        </Progress.Root>
      )}
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status" className="figures">
          {isRunning || isBegun
            ? `${asked} of ${rows.length} requested${count("refused") > 0 ? `, ${count("refused")} failed` : ""}`
            : `${rows.length} ${rows.length === 1 ? "row" : "rows"}, ${ready.length} ready`}
          {more}
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
              {isBegun && fresh.length === 0 ? "Choose another file" : "Choose another file"}
            </Button>
          )}
          {!isRunning && refused.length > 0 && (
            <Button variant="default" size="xs" disabled={!mayRun} onClick={() => onRun(refused)}>
              Retry {refused.length} failed
            </Button>
          )}
          {isRunning ? (
            <Button size="xs" leftSection={<IconPlayerPause size={14} aria-hidden />} onClick={onPause}>
              Pause
            </Button>
          ) : (
            fresh.length > 0 && (
              <Button size="xs" disabled={!mayRun} onClick={() => onRun(fresh)}>
                {isBegun ? "Continue with" : "Request"} {inWords(fresh)}
              </Button>
            )
          )}
        </Group>
      </Group>
    </Stack>
  );
}
