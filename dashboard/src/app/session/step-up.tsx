import { Button, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { IconBuilding, IconFingerprint } from "@tabler/icons-react";
import { useState } from "react";
import { startPasskeyStepUp, startProviderStepUp, stepUp } from "../../api/generated/sdk.gen.ts";
import type { StepUpData } from "../../api/generated/types.gen.ts";
import { FormButtons } from "../../ui/forms/form-buttons.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { submits } from "../../ui/forms/submits.ts";
import { here } from "./here.ts";
import { browserHasPasskeys, passkeyProblem, signWithPasskey } from "./passkeys.ts";
import { useSession } from "./session.ts";

type OnEnd = (met: boolean) => Promise<void>;

/** Asks for a recent proof of identity, so that an unattended session cannot be misused. */
export function StepUp({ onEnd }: { onEnd: OnEnd }) {
  const { stepUpWith } = useSession();
  const byCode = stepUpWith.includes("code");
  const byPassword = stepUpWith.includes("password");
  const byProvider = stepUpWith.includes("provider");
  const byPasskey = stepUpWith.includes("passkey") && browserHasPasskeys();
  const [secret, setSecret] = useState("");
  const { busy, problem, prove, leaveForProvider } = useStepUp(onEnd);
  const field = {
    required: true,
    value: secret,
    "data-autofocus": true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setSecret(event.currentTarget.value),
  };
  return (
    <Modal
      opened
      onClose={() => void onEnd(false)}
      title="Confirm your identity"
      size="sm"
      // A click outside the dialog would drop the action that it is for.
      closeOnClickOutside={false}
    >
      <form onSubmit={submits(() => prove(async () => (byCode ? { code: secret } : { password: secret })))}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            This action requires you to confirm your identity. The confirmation lasts a few minutes.
          </Text>
          <FormProblem problem={problem} />
          {byPasskey && (
            <Button
              variant="default"
              leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
              disabled={busy}
              onClick={() => void prove(passkeyProof)}
            >
              Use a passkey
            </Button>
          )}
          {byProvider && <ProviderButton busy={busy} onChoose={() => void leaveForProvider()} />}
          {byCode ? (
            <TextInput
              label="Code from your authenticator app"
              inputMode="numeric"
              autoComplete="one-time-code"
              {...field}
            />
          ) : (
            byPassword && <PasswordInput label="Password" autoComplete="current-password" {...field} />
          )}
          {byCode || byPassword ? (
            <FormButtons submit="Confirm" busy={busy} onCancel={() => void onEnd(false)} />
          ) : (
            <Button variant="default" onClick={() => void onEnd(false)}>
              Cancel
            </Button>
          )}
        </Stack>
      </form>
    </Modal>
  );
}

const ProviderButton = ({ busy, onChoose }: { readonly busy: boolean; readonly onChoose: () => void }) => (
  <>
    <Text size="sm">Your company’s sign-in page asks you to sign in again. Then you come back to this page.</Text>
    <Button
      data-autofocus
      leftSection={<IconBuilding size={18} stroke={1.6} aria-hidden />}
      loading={busy}
      onClick={onChoose}
    >
      Confirm with your company
    </Button>
  </>
);

async function passkeyProof(): Promise<StepUpData["body"]> {
  const { data: options } = await startPasskeyStepUp({ throwOnError: true });
  return { passkey: await signWithPasskey(options) };
}

function useStepUp(onEnd: OnEnd) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const prove = async (find: () => Promise<StepUpData["body"]>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await stepUp({ body: await find(), throwOnError: true });
      await onEnd(true);
    } catch (error) {
      setProblem(passkeyProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const leaveForProvider = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { data } = await startProviderStepUp({ body: { returnTo: here() }, throwOnError: true });
      window.location.assign(data.url);
    } catch (error) {
      setProblem(passkeyProblem(error));
      setBusy(false);
    }
  };
  return { busy, problem, prove, leaveForProvider };
}
