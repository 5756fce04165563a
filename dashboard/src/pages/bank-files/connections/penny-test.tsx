import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getPennyTestOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import type { BankConnection, PennyTestStep } from "#api/generated/types.gen.ts";
import { useRight } from "#app/session/session.ts";
import { StepList } from "#ui/bank-connections/step-list.tsx";
import { ButtonLink, TextLink } from "#ui/page/links.tsx";
import { Section } from "#ui/page/section.tsx";

const REFRESH_MS = 30_000;

const stepNames: Readonly<Record<PennyTestStep["step"], string>> = {
  handedOver: "Payment made",
  sent: "File sent",
  accepted: "File accepted",
  settled: "Payment settled",
  onStatement: "On the bank's statement",
};
const outcomes: Readonly<Record<PennyTestStep["outcome"], { readonly label: string; readonly color: string }>> = {
  done: { label: "Done", color: "evergreen" },
  waiting: { label: "Waiting", color: "blue" },
  failed: { label: "Failed", color: "red" },
};

/** After going live: one payment of $0.01, followed to the bank's statement. Gone once it has passed. */
export function PennyTestSection({ connection: { id, name } }: { readonly connection: BankConnection }) {
  const mayPay = useRight("requestSendMoney");
  const { data } = useQuery({
    ...getPennyTestOptions({ path: { bankConnectionId: id } }),
    refetchInterval: REFRESH_MS,
  });
  if (data === undefined || data.passed) return null;
  const { transactionId, fileId, steps } = data;
  return (
    <Section
      title={`Penny test of ${name}`}
      actions={
        transactionId === null &&
        mayPay && (
          <ButtonLink size="compact-sm" variant="default" to="/pay">
            Pay $0.01
          </ButtonLink>
        )
      }
    >
      <StepList
        label="Steps of the penny test"
        steps={steps.map(({ step, outcome, detail }) => ({
          title: stepNames[step],
          detail,
          outcome: outcomes[outcome],
        }))}
      />
      {transactionId !== null && (
        <Group gap="md" mt="xs">
          <TextLink to="/transactions/$transactionId" params={{ transactionId }} size="sm">
            Payment
          </TextLink>
          {fileId !== null && (
            <TextLink to="/bank-files/$fileId" params={{ fileId }} size="sm">
              Bank file
            </TextLink>
          )}
        </Group>
      )}
    </Section>
  );
}
