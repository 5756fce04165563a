import { Button, Checkbox, Group } from "@mantine/core";
import { useState } from "react";
import { confirmSetUpItem, withdrawSetUpConfirmation } from "#api/generated/sdk.gen.ts";
import type { SetUpItem } from "#api/generated/types.gen.ts";
import { useAction } from "#ui/forms/use-action.ts";

/** What only a person can know: the statement, confirmed with their name. */
export function Confirm({ item: { item, title, confirms, confirmation, done } }: { readonly item: SetUpItem }) {
  const { busy, run } = useAction(["controls"]);
  const [isTrue, setTrue] = useState(false);
  const path = { item };
  if (confirmation !== null && done)
    return (
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          onClick={() =>
            void run(() => withdrawSetUpConfirmation({ path, throwOnError: true }), "The step is open again.")
          }
        >
          Withdraw confirmation
        </Button>
      </Group>
    );
  if (confirms === null) return null;
  return (
    <Group gap="sm" justify="space-between">
      <Checkbox label={confirms} checked={isTrue} onChange={(event) => setTrue(event.currentTarget.checked)} />
      <Button
        size="xs"
        variant="default"
        disabled={!isTrue}
        loading={busy}
        aria-label={`Confirm: ${title}`}
        onClick={() => void run(() => confirmSetUpItem({ path, throwOnError: true }), "Confirmed, with your name.")}
      >
        Confirm
      </Button>
    </Group>
  );
}
