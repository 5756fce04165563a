import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getCheckOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { Check } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { CheckExceptionList } from "#ui/checks/exception-list.tsx";
import { StatusMark } from "#ui/feedback/status-mark.tsx";
import { Copy } from "#ui/forms/copy-button.tsx";
import { Facts } from "#ui/page/facts.tsx";
import { Section } from "#ui/page/section.tsx";
import { useServiceTime } from "#ui/page/use-service-time.ts";
import { formatDay, When } from "#ui/page/when.tsx";
import { stateOf, stopWords } from "./check-words.ts";
import { StopButton } from "./stop-button.tsx";

const REFRESH_MS = 10_000;

/** The paper of a check payment, once it has a number: its dates, its stop, and what the bank reported about it. */
export function CheckSection({ transactionId }: { readonly transactionId: string }) {
  const enabled = useRight("bankFiles");
  const now = useServiceTime();
  const { data: check } = useQuery({
    ...getCheckOptions({ path: { transactionId } }),
    enabled,
    refetchInterval: REFRESH_MS,
  });
  if (check === undefined) return null;
  const { exceptions } = check;
  return (
    <>
      <Section title="Check" actions={<StopButton check={check} />}>
        <Stack gap="sm">
          <CheckFacts check={check} />
          {check.stop !== null && check.state !== "void" && <StopState {...check.stop} transactionId={transactionId} />}
        </Stack>
      </Section>
      {exceptions.length > 0 && (
        <Section title="Check exceptions" flush>
          <CheckExceptionList exceptions={exceptions} label="Check exceptions" now={now} />
        </Section>
      )}
    </>
  );
}

function CheckFacts({ check }: { readonly check: Check }) {
  const { checkNumber, issuedOn, printedAt, mailedAt, paidOn, reason } = check;
  const { label, color } = stateOf(check);
  return (
    <Facts
      facts={[
        { label: "Number", value: <span className="figures">{checkNumber}</span> },
        { label: "State", value: <StatusMark color={color}>{label}</StatusMark> },
        { label: "Dated", value: formatDay(issuedOn) },
        { label: "Printed", value: printedAt === null ? undefined : <When at={printedAt} /> },
        { label: "Mailed", value: mailedAt === null ? undefined : <When at={mailedAt} /> },
        { label: "Paid", value: paidOn === null ? undefined : formatDay(paidOn) },
        { label: "Reason", value: reason ?? undefined },
      ]}
    />
  );
}

function StopState({
  state,
  requestedAt,
  reason,
  transactionId,
}: NonNullable<Check["stop"]> & { readonly transactionId: string }) {
  const { label, color, meaning } = stopWords[state];
  return (
    <div>
      <Group gap="sm" align="baseline">
        <StatusMark color={color}>{label}</StatusMark>
        <Text size="xs" c="dimmed" component="span">
          Requested <When at={requestedAt} />
        </Text>
      </Group>
      <Text size="sm" mt={4}>
        {meaning} {reason}
      </Text>
      {state === "manual" && <Copy text={`bursar checks confirm-stop ${transactionId}`} label="command" />}
    </div>
  );
}
