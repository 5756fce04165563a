import { Button, Group, Stack, Switch, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { isApiError, messageOf } from "../../api/api-error.ts";
import { changeTreasurySweep } from "../../api/generated/sdk.gen.ts";
import type { TreasurySweep } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { useRight } from "../../app/session/session.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { AmountInput } from "../../ui/forms/amount-input.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { submits } from "../../ui/forms/submits.ts";
import { UnsavedChanges } from "../../ui/forms/unsaved-changes.tsx";
import { formatMoney } from "../../ui/money/money.tsx";
import { Section } from "../../ui/page/section.tsx";

const textOf = (amount: number): string =>
  amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** Zero is valid for cash to keep, so this is not `parseAmount`. */
const numberOf = (text: string): number | undefined => {
  const plain = text.replaceAll(",", "").trim();
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : undefined;
};

/** The daily sweep, for users who may change it; a sentence for others. */
export function SweepSection({ treasuryId, sweep }: { readonly treasuryId: string; readonly sweep: TreasurySweep }) {
  const mayChange = useRight("manageOrganization");
  return (
    <Section title="Daily sweep">
      {mayChange ? (
        <SweepForm treasuryId={treasuryId} sweep={sweep} />
      ) : (
        <Text size="sm">
          {sweep.sweep
            ? `On. Cash above ${formatMoney(sweep.targetCash)} is invested every banking day, if it is at least ${formatMoney(sweep.minimumSweep)}.`
            : "Off. Cash stays in the account until it is transferred."}
        </Text>
      )}
    </Section>
  );
}

interface Typed {
  readonly sweep: boolean;
  readonly target: string;
  readonly minimum: string;
}

function SweepForm({ treasuryId, sweep }: { readonly treasuryId: string; readonly sweep: TreasurySweep }) {
  const before: Typed = {
    sweep: sweep.sweep,
    target: textOf(sweep.targetCash),
    minimum: textOf(sweep.minimumSweep),
  };
  const [typed, setTyped] = useState(before);
  const isChanged = JSON.stringify(typed) !== JSON.stringify(before);
  const saving = useSaveSweep(treasuryId, sweep.version);
  const change = (changes: Partial<Typed>) => {
    saving.reset();
    setTyped({ ...typed, ...changes });
  };
  return (
    <form onSubmit={submits(() => saving.mutate(typed))}>
      <UnsavedChanges when={isChanged} />
      <Stack gap="sm">
        <SweepFields typed={typed} error={saving.error} onChange={change} />
        <FormProblem
          problem={saving.error !== null && !hasFields(saving.error) ? messageOf(saving.error) : undefined}
        />
        {isChanged && (
          <Group justify="flex-end">
            <Button variant="default" size="xs" onClick={() => change(before)}>
              Undo
            </Button>
            <Button
              type="submit"
              size="xs"
              loading={saving.isPending}
              disabled={numberOf(typed.target) === undefined || !numberOf(typed.minimum)}
            >
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

function useSaveSweep(treasuryId: string, version: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ sweep, target, minimum }: Typed) =>
      changeTreasurySweep({
        path: { treasuryId },
        body: { version, sweep, targetCash: numberOf(target) ?? 0, minimumSweep: numberOf(minimum) ?? 0 },
        throwOnError: true,
      }),
    onSuccess: async () => {
      notifyDone("The sweep settings were saved.");
      await refresh("treasury", "controls");
    },
  });
}

function SweepFields({
  typed,
  error,
  onChange,
}: {
  readonly typed: Typed;
  readonly error: unknown;
  readonly onChange: (changes: Partial<Typed>) => void;
}) {
  const errorOf = (path: string) =>
    isApiError(error) ? error.fields.find((field) => field.path === path)?.message : undefined;
  return (
    <>
      <Switch
        label="Invest cash every banking day"
        description="At 3 PM Eastern Time. Settles on the next banking day."
        checked={typed.sweep}
        onChange={(event) => onChange({ sweep: event.currentTarget.checked })}
      />
      <AmountInput
        label="Cash to keep"
        description="Shares are sold if cash falls below it."
        value={typed.target}
        error={
          errorOf("targetCash") ??
          (numberOf(typed.target) === undefined ? "Enter an amount, such as 25,000.00." : false)
        }
        onChange={(event) => onChange({ target: event.currentTarget.value })}
      />
      <AmountInput
        label="Minimum sweep"
        description="Smaller amounts wait."
        value={typed.minimum}
        error={errorOf("minimumSweep") ?? (numberOf(typed.minimum) ? false : "Enter an amount of at least 0.01.")}
        onChange={(event) => onChange({ minimum: event.currentTarget.value })}
      />
    </>
  );
}

const hasFields = (error: unknown): boolean => isApiError(error) && error.fields.length > 0;
