import { Button, Group, Modal, Progress, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { messageOf } from "#api/api-error.ts";
import { getCategoryRuleRunOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { applyCategoryRules } from "#api/generated/sdk.gen.ts";
import type { PreviewCategoryRulesResponse } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { newKey } from "#ui/forms/new-key.ts";
import { submits } from "#ui/forms/submits.ts";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { useRulePreview } from "./use-preview.ts";

const POLL_MS = 700;

/** Shows what applying the rules would change, applies them, and shows the progress. */
export function ApplyRules({ onClose }: { readonly onClose: () => void }) {
  const [since, setSince] = useState("");
  const [runId, setRunId] = useState<string>();
  // One key for this dialog: trying again after a lost response does not start a second run.
  const [key] = useState(newKey);
  const { busy, problem, submit } = useSubmit();
  const range = since === "" ? {} : { since };
  const preview = useRulePreview(runId === undefined ? range : undefined);
  const apply = async () => {
    const idempotencyKey = `${key} ${since}`;
    const { data } = await applyCategoryRules({ body: { ...range, idempotencyKey }, throwOnError: true });
    setRunId(data.id);
  };
  return (
    <Modal opened onClose={onClose} title="Apply rules to existing transactions">
      {runId !== undefined ? (
        <RunProgress runId={runId} onClose={onClose} />
      ) : (
        <form onSubmit={submits(() => submit(apply))}>
          <Stack gap="sm">
            <FormProblem problem={problem} />
            <TextInput
              type="date"
              label="Created on or after"
              description="New York time; empty: the last year"
              inputWrapperOrder={["label", "input", "description"]}
              value={since}
              onChange={({ currentTarget }) => setSince(currentTarget.value)}
            />
            <Text size="sm" role="status">
              {preview.data ? changesText(preview.data) : preview.error ? messageOf(preview.error) : "Counting…"}
            </Text>
            <Text size="sm" c="dimmed">
              Categories that someone has chosen or removed do not change.
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={busy} disabled={preview.data?.wouldChange === 0 && preview.data.complete}>
                Apply rules
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}

const count = (value: number): string => value.toLocaleString("en-US");

function changesText({ examined, complete, wouldChange, wouldClear }: PreviewCategoryRulesResponse): string {
  const range = `${complete ? "" : "the newest "}${count(examined)} transactions`;
  if (wouldChange === 0 && complete) return `None of ${range} would change.`;
  const cleared = wouldClear === 0 ? "" : `, ${count(wouldClear)} of them to no category`;
  return `Would change ${count(wouldChange)} of ${range}${cleared}.`;
}

function RunProgress({ runId, onClose }: { readonly runId: string; readonly onClose: () => void }) {
  const refresh = useRefresh();
  const run = useQuery({
    ...getCategoryRuleRunOptions({ path: { runId } }),
    refetchInterval: ({ state }) => (state.data?.status === "done" ? false : POLL_MS),
  });
  const isDone = run.data?.status === "done";
  useEffect(() => {
    if (isDone) void refresh("categories", "transactions");
  }, [isDone, refresh]);
  const { examined = 0, changed = 0 } = run.data ?? {};
  return (
    <Stack gap="sm">
      <Progress value={100} animated={!isDone} aria-label={isDone ? "Done" : "Applying rules"} />
      <Text size="sm" role="status">
        {isDone ? "Done: " : ""}
        {count(examined)} transactions examined, {count(changed)} changed.
      </Text>
      {!isDone && (
        <Text size="sm" c="dimmed">
          You can close this dialog. The rules continue in the background.
        </Text>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}
