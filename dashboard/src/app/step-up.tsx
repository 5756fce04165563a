import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { stepUp } from "../api/generated/sdk.gen.ts";
import { useSession } from "./session.ts";

/** Proves again who sits at the screen, before something that matters more than a session somebody left open. */
export function StepUp({ onEnd }: { onEnd: (met: boolean) => Promise<void> }) {
  const { secondFactor } = useSession();
  const [proof, setProof] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await stepUp({ body: secondFactor ? { code: proof } : { password: proof }, throwOnError: true });
      await onEnd(true);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const field = {
    required: true,
    value: proof,
    "data-autofocus": true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setProof(event.currentTarget.value),
  };
  return (
    <Modal opened onClose={() => void onEnd(false)} title="Confirm that it is you" size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            This needs a fresh proof. It then counts for a few minutes.
          </Text>
          {problem !== undefined && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          {secondFactor ? (
            <TextInput
              label="Code from your authenticator app"
              inputMode="numeric"
              autoComplete="one-time-code"
              {...field}
            />
          ) : (
            <PasswordInput label="Password" autoComplete="current-password" {...field} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => void onEnd(false)}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Confirm
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
