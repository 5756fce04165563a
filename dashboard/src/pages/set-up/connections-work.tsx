import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getBankConnectionsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { BankConnection } from "#api/generated/types.gen.ts";
import { ConnectionActions } from "#ui/bank-connections/connection-actions.tsx";
import { connectionMarks, railNames } from "#ui/bank-connections/connection-words.ts";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import classes from "./set-up.module.css";

type Step = "connect" | "rehearse" | "goLive";

/** The connections with what each can do next, and what belongs to the step. */
export function ConnectionsWork({ step }: { readonly step: Step }) {
  const connections = useQuery(getBankConnectionsOptions());
  return (
    <Loaded query={connections} skeleton={<SkeletonRows rows={1} />}>
      {({ bankConnections }) => {
        const banks = bankConnections.filter(({ kind }) => kind !== "simulated");
        return (
          <Stack gap="sm">
            {banks.map((connection) => (
              <ConnectionLine key={connection.id} connection={connection} more={step === "connect"} />
            ))}
            <StepLinks step={step} hasConnection={banks.length > 0} />
          </Stack>
        );
      }}
    </Loaded>
  );
}

function ConnectionLine({ connection, more }: { readonly connection: BankConnection; readonly more: boolean }) {
  const { id, name, rail, state } = connection;
  const { label, color } = connectionMarks[state];
  return (
    <div className={classes["connection"]}>
      <div>
        <Group gap="xs">
          <TextLink to="/bank-files/connections/$bankConnectionId" params={{ bankConnectionId: id }} size="sm" fw={550}>
            {name}
          </TextLink>
          <StatusMark color={color}>{label}</StatusMark>
        </Group>
        <Text size="xs" c="dimmed">
          {railNames[rail]}
        </Text>
      </div>
      <ConnectionActions connection={connection} more={more} />
    </div>
  );
}

function StepLinks({ step, hasConnection }: { readonly step: Step; readonly hasConnection: boolean }) {
  if (!hasConnection || step === "connect")
    return (
      <Group>
        <ButtonLink to="/bank-files/connections/new" size="xs" variant={hasConnection ? "default" : "filled"}>
          Add bank connection
        </ButtonLink>
      </Group>
    );
  if (step === "goLive")
    return (
      <Group>
        <ButtonLink to="/settings/changes" size="xs" variant="default">
          Changes waiting for confirmation
        </ButtonLink>
      </Group>
    );
  return (
    <Group>
      <ButtonLink to="/pay" size="xs" variant="default">
        Pay someone
      </ButtonLink>
      <ButtonLink to="/bank-files" size="xs" variant="default">
        Files of the rehearsal
      </ButtonLink>
    </Group>
  );
}
