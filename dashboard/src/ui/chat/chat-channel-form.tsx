import { Alert, Button, Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import type { ChatChannel, ChatChannelTest } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { notifyDone, notifyTrouble } from "#ui/feedback/notify.ts";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { useAction } from "#ui/forms/use-action.ts";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { Age } from "#ui/page/age.tsx";
import { When } from "#ui/page/when.tsx";

type ChannelGroup = ChatChannel["groups"][number];
export interface TypedChannel {
  readonly kind: ChatChannel["kind"];
  readonly url: string;
  readonly groups: ChannelGroup[];
}

/** The calls that change a channel: a user's own, or the organization's. */
export interface ChannelCalls {
  readonly resource: "profile" | "controls";
  set(channel: TypedChannel): Promise<unknown>;
  remove(): Promise<unknown>;
  test(): Promise<ChatChannelTest>;
}

const names: Readonly<Record<ChatChannel["kind"], string>> = { slack: "Slack", teams: "Microsoft Teams" };

const groupLabels: Readonly<Record<ChannelGroup, string>> = {
  approvals: "Requests that wait for approval",
  otherPayments: "Payments that failed, were returned, or were not made",
  changes: "Changes to confirm",
  webhooks: "Webhooks that fail",
  bank: "Bank files, checks, and screening that need attention",
  statements: "Statements of a month",
};

/** The channel in use, or what it takes to set one. `withGroups`: it receives what is chosen here. */
export function ChatChannelForm({
  channel,
  withGroups,
  calls,
}: {
  readonly channel: ChatChannel | null;
  readonly withGroups: boolean;
  readonly calls: ChannelCalls;
}) {
  const [isReplacing, setReplacing] = useState(false);
  return (
    <Stack gap="sm">
      {channel !== null && <CurrentChannel channel={channel} calls={calls} onReplace={() => setReplacing(true)} />}
      {(channel === null || isReplacing) && (
        <NewChannel former={channel} withGroups={withGroups} calls={calls} onDone={() => setReplacing(false)} />
      )}
      <Text size="sm" c="dimmed">
        Messages have the facts and a link. A reply approves nothing, because it proves neither who sent it nor what
        they saw: approvers sign in.
      </Text>
    </Stack>
  );
}

function CurrentChannel({
  channel: { kind, url, groups, deliveredAt, failingSince, problem },
  calls,
  onReplace,
}: {
  readonly channel: ChatChannel;
  readonly calls: ChannelCalls;
  readonly onReplace: () => void;
}) {
  const { busy, run } = useAction([calls.resource]);
  const test = () =>
    run(async () => {
      const { delivered, problem: refusal } = await calls.test();
      if (delivered) notifyDone("A test message was sent.");
      else notifyTrouble(`The channel did not accept the message: ${refusal}.`);
    });
  return (
    <>
      <Text size="sm">
        {names[kind]}, {url}
        {deliveredAt !== null && (
          <>
            , last message <Age at={deliveredAt} />
          </>
        )}
      </Text>
      {groups.length > 0 && (
        <Text size="sm" c="dimmed">
          {groups.map((group) => groupLabels[group]).join(" · ")}
        </Text>
      )}
      {failingSince !== null && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
          Messages have not arrived since <When at={failingSince} />: {problem}. Emails are not affected. Test the
          channel, or replace its URL.
        </Alert>
      )}
      <Group gap="xs">
        <Button variant="default" loading={busy} onClick={() => void test()}>
          Send test message
        </Button>
        <Button variant="default" disabled={busy} onClick={onReplace}>
          Replace
        </Button>
        <Button
          variant="default"
          disabled={busy}
          onClick={() => void run(() => calls.remove(), "The chat channel was removed.")}
        >
          Remove
        </Button>
      </Group>
    </>
  );
}

function NewChannel({
  former,
  withGroups,
  calls,
  onDone,
}: {
  readonly former: ChatChannel | null;
  readonly withGroups: boolean;
  readonly calls: ChannelCalls;
  readonly onDone: () => void;
}) {
  const refresh = useRefresh();
  const form = useForm<TypedChannel>({
    initialValues: {
      kind: former?.kind ?? "slack",
      url: "",
      groups: former?.groups ?? (withGroups ? ["approvals"] : []),
    },
  });
  const { busy, problem, submit } = useSubmit(form);
  const save = async (channel: TypedChannel) => {
    await calls.set(channel);
    await refresh(calls.resource);
    notifyDone("The chat channel was saved.");
    onDone();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void submit(() => save(values)))}>
      <Stack gap="sm">
        <FormProblem problem={problem} />
        <SegmentedControl
          aria-label="Chat program"
          data={Object.entries(names).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps("kind")}
        />
        <TextInput
          label="Webhook URL"
          description={
            form.values.kind === "slack"
              ? "Of an incoming webhook of a Slack app. It is stored encrypted and not shown again."
              : "Of a workflow in Teams that posts to a channel when a webhook request is received. It is stored encrypted and not shown again."
          }
          autoComplete="off"
          required
          {...form.getInputProps("url")}
        />
        {withGroups && (
          <Checkbox.Group label="What it receives" {...form.getInputProps("groups")}>
            <Stack gap={6} mt={4}>
              {Object.entries(groupLabels).map(([value, label]) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={busy}>
            Save channel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
