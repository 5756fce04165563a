import { Alert, Button, Modal, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { testBankConnection } from "#api/generated/sdk.gen.ts";
import type { BankConnectionTest, BankConnectionTestStep } from "#api/generated/types.gen.ts";
import { newKey } from "#ui/forms/new-key.ts";
import { useAction } from "#ui/forms/use-action.ts";
import { StepList } from "./step-list.tsx";

const stepNames: Readonly<Record<BankConnectionTestStep["step"], string>> = {
  connect: "Connect",
  hostKey: "Host key",
  signIn: "Sign in",
  uploadDirectory: "Upload directory",
  downloadDirectory: "Download directory",
  writePermission: "Write permission",
  pgp: "PGP keys",
};
const outcomes: Readonly<
  Record<BankConnectionTestStep["outcome"], { readonly label: string; readonly color: string }>
> = {
  passed: { label: "Passed", color: "evergreen" },
  failed: { label: "Failed", color: "red" },
  unknown: { label: "Unknown", color: "gray" },
};

/** Tests the connection, for up to 45 seconds, and shows the steps. */
export function TestButton({
  connectionId,
  name,
  isNext = false,
  run: due = 0,
}: {
  readonly connectionId: string;
  readonly name: string;
  /** Whether it is what to do next. */
  readonly isNext?: boolean;
  /** Runs without a click whenever this number grows. */
  readonly run?: number;
}) {
  const { busy, run } = useAction(["bankFiles"]);
  const [result, setResult] = useState<BankConnectionTest>();
  const test = async () => {
    const answer = await run(() =>
      testBankConnection({
        path: { bankConnectionId: connectionId },
        body: { idempotencyKey: newKey() },
        throwOnError: true,
      }),
    );
    setResult(answer?.data);
  };
  const ran = useRef(0);
  useEffect(() => {
    if (due <= ran.current) return;
    ran.current = due;
    void test();
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant={isNext ? "filled" : "default"}
        loading={busy}
        aria-label={`Test ${name}`}
        onClick={() => void test()}
      >
        Test
      </Button>
      {result !== undefined && (
        <Modal opened onClose={() => setResult(undefined)} title={`Test of ${name}`} size="lg">
          <Steps result={result} />
        </Modal>
      )}
    </>
  );
}

function Steps({ result: { passed, steps } }: { readonly result: BankConnectionTest }) {
  return (
    <Stack gap="md" ta="left">
      <Alert color={passed ? "evergreen" : "red"} role="status">
        {passed ? "The test passed. Nothing was sent." : "The test failed. Nothing was sent."}
      </Alert>
      <StepList
        label="Steps of the test"
        steps={steps.map(({ step, outcome, detail }) => ({
          title: stepNames[step],
          detail,
          outcome: outcomes[outcome],
        }))}
      />
    </Stack>
  );
}
