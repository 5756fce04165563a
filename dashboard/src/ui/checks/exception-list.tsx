import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { listControlChangesOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import type { CheckException, ControlChange } from "../../api/generated/types.gen.ts";
import { useRight } from "../../app/session/session.ts";
import { StatusMark } from "../feedback/status-mark.tsx";
import { useAccountNames } from "../money/account-names.ts";
import { formatMoney } from "../money/money.tsx";
import { TextLink } from "../page/links.tsx";
import { formatBankInstant, formatDay, When } from "../page/when.tsx";
import classes from "./checks.module.css";
import { DecideButtons } from "./decide-buttons.tsx";
import { decidedNames, exceptionNames, exceptionReason } from "./exception-words.ts";

const REFRESH_MS = 10_000;

/** Presented checks that are not what was issued: how each differs, the bank's deadline, and the decision. */
export function CheckExceptionList({
  exceptions,
  label,
  now,
}: {
  readonly exceptions: readonly CheckException[];
  readonly label: string;
  readonly now: Date;
}) {
  const isAdministrator = useRight("manageOrganization");
  const waiting = useQuery({
    ...listControlChangesOptions(),
    enabled: isAdministrator && exceptions.some(({ state }) => state === "open"),
    refetchInterval: REFRESH_MS,
  });
  return (
    <ul className={classes["exceptions"]} aria-label={label}>
      {exceptions.map((exception) => (
        <li key={exception.id} className={classes["exception"]}>
          <Exception
            exception={exception}
            now={now}
            proposed={waiting.data?.changes.find(
              ({ kind, subject }) => kind === "checkException" && subject === exception.id,
            )}
          />
        </li>
      ))}
    </ul>
  );
}

function Exception({
  exception,
  now,
  proposed,
}: {
  readonly exception: CheckException;
  readonly now: Date;
  readonly proposed: ControlChange | undefined;
}) {
  const { checkNumber, kind, amount, decision, accountId, presentedOn, reportedAt, transactionId } = exception;
  const { nameOf } = useAccountNames();
  const account = nameOf(accountId);
  return (
    <>
      <Group gap="sm" justify="space-between" align="baseline">
        <Text size="sm" fw={550}>
          Check {checkNumber} of {formatMoney(amount)}: {exceptionNames[kind]}
        </Text>
        {decision === null ? (
          <Deadline at={exception.decideBy} now={now} />
        ) : (
          <StatusMark color="gray">{decidedNames[decision]}</StatusMark>
        )}
      </Group>
      <Text size="sm">{exceptionReason(exception)}</Text>
      <Group gap="xs" justify="space-between" mt={4}>
        <Group gap="md">
          <Text size="xs" c="dimmed" component="span">
            {account !== "" && `${account}. `}
            {presentedOn !== null && `Presented on ${formatDay(presentedOn)}. `}Reported <When at={reportedAt} />
          </Text>
          {transactionId !== null && (
            <TextLink to="/transactions/$transactionId" params={{ transactionId }} size="xs">
              Payment
            </TextLink>
          )}
        </Group>
        {decision === null &&
          (proposed === undefined ? <DecideButtons exception={exception} /> : <Proposed {...proposed} />)}
      </Group>
    </>
  );
}

function Deadline({ at, now }: { readonly at: string; readonly now: Date }) {
  const isOver = new Date(at) < now;
  return (
    <StatusMark color={isOver ? "red" : "orange"}>
      {`${isOver ? "Was due" : "Due"} ${formatBankInstant(at)}`}
    </StatusMark>
  );
}

const Proposed = ({ summary, proposedBy }: ControlChange) => (
  <Text size="sm">
    Proposed by {proposedBy.name ?? "a former user"}: {summary}. It waits under{" "}
    <TextLink to="/settings/changes" inherit>
      Changes waiting for confirmation
    </TextLink>
    .
  </Text>
);
