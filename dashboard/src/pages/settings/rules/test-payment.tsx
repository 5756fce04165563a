import { Alert, Button, Group, List, NativeSelect, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { previewSendMoneyRequest } from "#api/generated/sdk.gen.ts";
import type { PreviewSendMoneyRequestData, Recipient, SendMoneyPreview } from "#api/generated/types.gen.ts";
import { Problem } from "#ui/feedback/problem.tsx";
import { AmountInput } from "#ui/forms/amount-input.tsx";
import { RecipientSelect } from "#ui/forms/recipient-select.tsx";
import { submits } from "#ui/forms/submits.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { parseAmount } from "#ui/money/parse-amount.ts";
import { methodChoices, methodName } from "#ui/money/payment-methods.ts";
import { Facts } from "#ui/page/facts.tsx";
import { Section } from "#ui/page/section.tsx";
import type { RuleOptionLists } from "./use-rule-names.ts";

type Payment = PreviewSendMoneyRequestData["body"] & { readonly accountId: string };

const EXAMPLES = [100, 5_000, 25_000, 100_000];

/** Which rule would apply to a payment, and who would have to approve it. Creates nothing. */
export function TestPayment({ names }: { readonly names: RuleOptionLists }) {
  const [recipient, setRecipient] = useState<Recipient>();
  const [accountId, setAccountId] = useState("");
  const [method, setMethod] = useState<Payment["paymentMethod"]>();
  const [amount, setAmount] = useState("");
  const [tested, setTested] = useState<Payment>();
  const account = accountId || (names.accounts[0]?.value ?? "");
  const paymentMethod = method ?? recipient?.defaultPaymentMethod;
  const dollars = parseAmount(amount);
  const test = (value: number | undefined) => {
    if (recipient === undefined || paymentMethod === undefined || value === undefined || account === "") return;
    setTested({ accountId: account, recipientId: recipient.id, paymentMethod, amount: value });
  };
  return (
    <Section title="Test a payment">
      <form onSubmit={submits(() => test(dollars))}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            See which rule applies and who must approve, as if you requested the payment now. Nothing is created.
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <RecipientSelect
              recipientId={recipient?.id ?? ""}
              error={undefined}
              onChange={(chosen) => {
                setRecipient(chosen);
                setMethod(undefined);
              }}
            />
            <AmountInput
              label="Amount"
              value={amount}
              onChange={({ currentTarget }) => setAmount(currentTarget.value)}
            />
            <NativeSelect
              label="From account"
              data={[...names.accounts]}
              value={account}
              onChange={({ currentTarget }) => setAccountId(currentTarget.value)}
            />
            <NativeSelect
              label="Payment method"
              disabled={recipient === undefined}
              data={recipient === undefined ? [{ value: "", label: "Choose a recipient first" }] : [...methodChoices]}
              value={paymentMethod ?? ""}
              onChange={({ currentTarget }) =>
                setMethod(methodChoices.find(({ value }) => value === currentTarget.value)?.value)
              }
            />
          </SimpleGrid>
          <Group gap="xs">
            <Button type="submit" variant="default" disabled={recipient === undefined || dollars === undefined}>
              Test payment
            </Button>
            {recipient !== undefined && (
              <Group gap={6} role="group" aria-label="Examples">
                {EXAMPLES.map((value) => (
                  <Button
                    key={value}
                    size="compact-sm"
                    variant="subtle"
                    onClick={() => {
                      setAmount(value.toFixed(2));
                      test(value);
                    }}
                  >
                    {formatMoney(value).replace(/\.00$/, "")}
                  </Button>
                ))}
              </Group>
            )}
          </Group>
        </Stack>
      </form>
      <div aria-live="polite">{tested !== undefined && <Outcome payment={tested} recipient={recipient} />}</div>
    </Section>
  );
}

function Outcome({ payment, recipient }: { readonly payment: Payment; readonly recipient: Recipient | undefined }) {
  const { accountId, ...body } = payment;
  const { data, error } = useQuery({
    queryKey: ["preview", "rule", payment],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await previewSendMoneyRequest({ path: { accountId }, body, signal, throwOnError: true })).data,
  });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined)
    return (
      <Text size="sm" c="dimmed" mt="sm">
        Testing…
      </Text>
    );
  const { rule, warnings } = data;
  return (
    <Stack gap="sm" mt="md">
      <Facts
        facts={[
          {
            label: "Payment",
            value: `${formatMoney(body.amount)} to ${recipient?.name ?? "the recipient"} by ${methodName(body.paymentMethod)}`,
          },
          { label: "Rule", value: rule.name },
          { label: "Requires", value: rule.description },
          { label: "Who can approve", value: <Approvers preview={data} /> },
          {
            label: "Without approval",
            value: rule.bindsDirectSend
              ? "Not possible, not even for API tokens that can send directly"
              : "Only API tokens that can send directly",
          },
        ]}
      />
      {warnings.length > 0 && (
        <Alert color="yellow" title="What else would matter" p="sm">
          <List size="sm" spacing={4}>
            {warnings.map(({ code, message }) => (
              <List.Item key={code}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}

function stepInWords(approvals: number, names: readonly string[]): string {
  if (names.length < approvals) return `${approvals} approvals, but only ${names.join(", ") || "nobody"} can give one`;
  if (names.length === approvals) return names.join(" and ");
  return `${approvals === 1 ? "Any" : approvals} of ${names.join(", ")}`;
}

/** One line for each step, in order. */
function Approvers({ preview: { steps, requesterMayApprove } }: { readonly preview: SendMoneyPreview }) {
  return (
    <>
      {steps.map(({ approvals, approvers }, index) => (
        // Steps have no identity but their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <Text key={index} size="sm" component="span" display="block">
          {steps.length > 1 ? `${index === 0 ? "First" : "Then"}: ` : ""}
          {stepInWords(
            approvals,
            approvers.map(({ name }) => name),
          )}
        </Text>
      ))}
      {requesterMayApprove && (
        <Text size="sm" component="span" display="block" c="dimmed">
          The requester may be one of them.
        </Text>
      )}
    </>
  );
}
