import { Modal, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef } from "react";
import { createStatement } from "../../api/generated/sdk.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { FormButtons } from "../../ui/forms/form-buttons.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { newKey } from "../../ui/forms/new-key.ts";
import { useSubmit } from "../../ui/forms/use-submit.ts";

interface AccountOption {
  readonly value: string;
  readonly label: string;
}

/** Makes a statement for any days that are over. */
export function NewStatement({
  accounts,
  account,
  onClose,
}: {
  readonly accounts: readonly AccountOption[];
  readonly account: string | undefined;
  readonly onClose: () => void;
}) {
  const refresh = useRefresh();
  const key = useRef(newKey());
  const form = useForm({
    initialValues: { accountId: account ?? accounts[0]?.value ?? "", startsOn: "", endsOn: "" },
    validate: {
      startsOn: (day) => (day === "" ? "Enter the first day" : null),
      endsOn: (day, { startsOn }) =>
        day === "" ? "Enter the last day" : day < startsOn ? "Earlier than the first day" : null,
    },
    // Another period is another request.
    onValuesChange: () => {
      key.current = newKey();
    },
  });
  const { busy, problem, submit } = useSubmit(form);
  const make = form.onSubmit(async ({ accountId, startsOn, endsOn }) => {
    const body = { startsOn, endsOn, idempotencyKey: key.current };
    const done = await submit(() => createStatement({ path: { accountId }, body, throwOnError: true }));
    if (!done) return;
    notifyDone("Statement created");
    await refresh("statements");
    onClose();
  });
  return (
    <Modal opened onClose={onClose} title="New statement">
      <form onSubmit={make} noValidate>
        <Stack gap="md">
          <FormProblem problem={problem} />
          <NativeSelect label="Account" data={[...accounts]} {...form.getInputProps("accountId")} />
          <TextInput type="date" label="First day" data-autofocus {...form.getInputProps("startsOn")} />
          <TextInput
            type="date"
            label="Last day"
            description="Yesterday or earlier, New York time"
            {...form.getInputProps("endsOn")}
          />
          <FormButtons submit="Create statement" busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
