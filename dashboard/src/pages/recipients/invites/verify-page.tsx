import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { hasFieldProblems, isApiError, messageOf, ServiceUnavailable } from "#api/api-error.ts";
import { getPayeeVerificationOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { verifyDeposits } from "#api/generated/sdk.gen.ts";
import type { PayeeVerification } from "#api/generated/types.gen.ts";
import { EntryFrame } from "#app/shell/entry-frame.tsx";
import { AmountInput } from "#ui/forms/amount-input.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { parseAmount } from "#ui/money/parse-amount.ts";
import { formatDay, formatInstant } from "#ui/page/when.tsx";

const WIDTH = 480;

/** The page on which a recipient enters the amounts of two deposits. The link is the only credential. */
export function VerifyPage({ secret }: { readonly secret: string }) {
  const read = useQuery({ ...getPayeeVerificationOptions({ path: { secret } }), staleTime: Number.POSITIVE_INFINITY });
  const [done, setDone] = useState(false);
  if (done)
    return (
      <Said
        title="Thank you"
        text={`The account is confirmed. ${read.data?.organizationName ?? ""} can pay you now; you can close this page.`}
      />
    );
  if (read.data !== undefined)
    return <AmountsForm secret={secret} verification={read.data} onDone={() => setDone(true)} />;
  if (read.error !== null && !(read.error instanceof ServiceUnavailable))
    return <Said title="This link cannot be used" text={messageOf(read.error)} />;
  return (
    <EntryFrame title="Confirm your account" width={WIDTH}>
      <Stack gap="sm" aria-busy="true" aria-label="Loading">
        <Skeleton height={36} />
        <Skeleton height={36} />
      </Stack>
    </EntryFrame>
  );
}

function AmountsForm({
  secret,
  verification: { organizationName, sentOn, attemptsLeft, expiresAt },
  onDone,
}: {
  readonly secret: string;
  readonly verification: PayeeVerification;
  readonly onDone: () => void;
}) {
  const [typed, setTyped] = useState<readonly [string, string]>(["", ""]);
  const [first, second] = [parseAmount(typed[0]), parseAmount(typed[1])];
  const [isIncomplete, setIncomplete] = useState(false);
  const sending = useMutation({
    mutationFn: () =>
      verifyDeposits({ path: { secret }, body: { amounts: [first ?? 0, second ?? 0] }, throwOnError: true }),
    onSuccess: onDone,
  });
  if (isApiError(sending.error, "verificationUnusable"))
    return <Said title="This link cannot be used" text={messageOf(sending.error)} />;
  const isOver = isApiError(sending.error, "amountsWrong") && sending.error.details["attemptsLeft"] === 0;
  const field = (index: 0 | 1, label: string) => (
    <AmountInput
      label={label}
      placeholder="0.32"
      value={typed[index]}
      disabled={isOver}
      error={isIncomplete && (index === 0 ? first : second) === undefined ? "Enter an amount such as 0.32" : undefined}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setTyped(index === 0 ? [value, typed[1]] : [typed[0], value]);
      }}
    />
  );
  return (
    <EntryFrame
      title="Confirm your account"
      lead={`${organizationName} sent two deposits below $1.00 to your account on ${formatDay(sentOn)}. They are described ACCTVERIFY and arrive within three banking days.`}
      width={WIDTH}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const isComplete = first !== undefined && second !== undefined;
          setIncomplete(!isComplete);
          if (isComplete) sending.mutate();
        }}
      >
        <Stack gap="md">
          <FormProblem problem={problemOf(sending.error)} />
          <Group gap="sm" grow align="flex-start">
            {field(0, "First amount")}
            {field(1, "Second amount")}
          </Group>
          <Button type="submit" size="md" loading={sending.isPending} disabled={isOver}>
            Confirm amounts
          </Button>
          <Text size="xs" c="dimmed">
            In any order{sending.error === null ? `, ${attemptsLeft} attempts` : ""}, until {formatInstant(expiresAt)}.
            The deposits are yours. If you do not see them, your bank details may be wrong: ask your contact at the
            sender.
          </Text>
        </Stack>
      </form>
    </EntryFrame>
  );
}

function problemOf(error: unknown): string | undefined {
  if (error === null) return undefined;
  return hasFieldProblems(error) ? "Both amounts are below $1.00, such as 0.32." : messageOf(error);
}

const Said = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <EntryFrame title={title} width={WIDTH}>
    <Text size="sm" role="status">
      {text}
    </Text>
  </EntryFrame>
);
