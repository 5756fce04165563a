import {
  Alert,
  Button,
  Code,
  CopyButton,
  Group,
  Modal,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { startTotpEnrolmentMutation } from "../../api/generated/@tanstack/react-query.gen.ts";
import { confirmTotpEnrolment } from "../../api/generated/sdk.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { Problem } from "../../ui/feedback/problem.tsx";
import { Copy } from "../../ui/forms/copy-button.tsx";
import { FormButtons } from "../../ui/forms/form-buttons.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { submits } from "../../ui/forms/submits.ts";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { QrCode } from "./qr-code.tsx";

/** Sets up an authenticator app: secret, first code, recovery codes (shown once). */
export function TotpEnrolment({ onClose }: { readonly onClose: () => void }) {
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const refresh = useRefresh();
  const end = async () => {
    onClose();
    await refresh("rights");
  };
  if (recoveryCodes !== undefined) return <RecoveryCodes codes={recoveryCodes} onClose={() => void end()} />;
  return (
    <Modal opened onClose={onClose} title="Set up an authenticator app" size="lg" closeOnClickOutside={false}>
      <Secret onConfirmed={setRecoveryCodes} onCancel={onClose} />
    </Modal>
  );
}

/** Groups of four are easier to type. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, "$1 ");

function Secret({
  onConfirmed,
  onCancel,
}: {
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}) {
  const { mutate: start, data, error } = useMutation(startTotpEnrolmentMutation());
  const [code, setCode] = useState("");
  const { busy, problem, submit } = useSubmit();
  useEffect(() => start({}), [start]);
  if (error) return <Problem error={error} onRetry={() => start({})} />;
  const confirm = async () => {
    const { data: confirmed } = await confirmTotpEnrolment({ body: { code }, throwOnError: true });
    onConfirmed(confirmed.recoveryCodes);
  };
  return (
    <form onSubmit={submits(() => submit(confirm))}>
      <Group align="flex-start" gap="lg">
        {data === undefined ? (
          <Skeleton width={196} height={196} />
        ) : (
          <QrCode text={data.uri} label="QR code for your authenticator app" />
        )}
        <Stack gap="sm" flex={1} miw={240}>
          <FormProblem problem={problem} />
          <Text size="sm">Scan the QR code with your authenticator app, or enter this key:</Text>
          {data === undefined ? <Skeleton height={22} /> : <Copy text={grouped(data.secret)} label="secret" />}
          <TextInput
            label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            required
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <FormButtons submit="Turn on" busy={busy} disabled={data === undefined} onCancel={onCancel} />
        </Stack>
      </Group>
    </form>
  );
}

function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Recovery codes"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="yellow" icon={<IconKey size={18} aria-hidden />} title="Save these codes">
          They are shown only once. Each signs you in once without the app. Do not keep them on your phone.
        </Alert>
        <SimpleGrid cols={2} spacing="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {codes.map((code) => (
            <li key={code}>
              <Code fz="sm" className="figures">
                {code}
              </Code>
            </li>
          ))}
        </SimpleGrid>
        <Group justify="space-between">
          <CopyButton value={codes.join("\n")}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? "Copied" : "Copy all"}
              </Button>
            )}
          </CopyButton>
          <Button
            onClick={() => {
              notifyDone("The second factor was turned on.");
              onClose();
            }}
          >
            I saved the codes
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
