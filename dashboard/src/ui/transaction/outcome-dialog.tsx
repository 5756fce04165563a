import { Modal, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listSandboxReasonsOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { FormButtons } from "../forms/form-buttons.tsx";
import { submits } from "../forms/submits.ts";
import type { bankOutcomes } from "../money/bank-outcomes.ts";
import type { PaymentMethod } from "../money/payment-methods.ts";

export type BankOutcome = (typeof bankOutcomes)[number];

const outcomeOf = { fail: "rejected", block: "blocked", return: "returned" } as const;

/** Which reason the simulated bank gives. */
export function OutcomeDialog({
  outcome: { action, label },
  method,
  busy,
  onChoose,
  onClose,
}: {
  readonly outcome: BankOutcome;
  readonly method: PaymentMethod;
  readonly busy: boolean;
  readonly onChoose: (code: string | undefined) => void;
  readonly onClose: () => void;
}) {
  const [code, setCode] = useState<string | null>(null);
  const query = { paymentMethod: method, ...(action === "settle" ? {} : { outcome: outcomeOf[action] }) };
  const { data } = useQuery({ ...listSandboxReasonsOptions({ query }), enabled: action !== "settle" });
  return (
    <Modal opened onClose={onClose} title={`${label} payment`} size="md">
      <form onSubmit={submits(() => onChoose(code ?? undefined))}>
        <Stack gap="md">
          <Text size="sm">The simulated bank gives this answer now, with the reason that you choose.</Text>
          <Select
            label="Reason (optional)"
            placeholder="The most frequent reason"
            searchable
            clearable
            clearButtonProps={{ "aria-label": "Clear reason" }}
            nothingFoundMessage="Nothing found"
            data={(data?.reasons ?? []).map(({ code, title }) => ({ value: code, label: `${code}: ${title}` }))}
            value={code}
            onChange={setCode}
          />
          <FormButtons submit={label} busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
