import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRecipientOptions, listRequestAttachmentsOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { deleteRequestAttachment } from "#api/generated/sdk.gen.ts";
import type { SendMoneyApprovalRequest } from "#api/generated/types.gen.ts";
import { FilesSection } from "#ui/files/files-section.tsx";
import { Money } from "#ui/money/money.tsx";
import { shownMethods } from "#ui/money/payment-methods.ts";
import { Facts } from "#ui/page/facts.tsx";
import { ButtonLink } from "#ui/page/links.tsx";
import { Page } from "#ui/page/page.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatDay } from "#ui/page/when.tsx";

/** Confirms the request and shows what happens next. */
export function PaymentRequested({
  request,
  failedPaymentId,
  files,
  onAnother,
}: {
  readonly request: SendMoneyApprovalRequest;
  /** The failed payment that it replaces. */
  readonly failedPaymentId: string | undefined;
  /** Chosen in the form: they are attached now. */
  readonly files: readonly File[];
  readonly onAnother: () => void;
}) {
  const {
    requestId,
    recipientId,
    amount,
    paymentMethod,
    scheduledSendDate,
    numberOfApproversRequired: approvers,
  } = request;
  const recipient = useQuery(getRecipientOptions({ path: { recipientId } }));
  const approvals = approvers === 1 ? "one approval" : `${approvers} approvals`;
  return (
    <Page title="Payment requested" lead={`Waiting for ${approvals}. No money has moved yet.`}>
      <Stack gap="md" maw={620}>
        <Section>
          <Stack gap="md">
            <Facts
              facts={[
                { label: "Recipient", value: recipient.data?.name ?? "…" },
                { label: "Amount", value: <Money amount={amount} /> },
                { label: "Method", value: shownMethods[paymentMethod].name },
                { label: "Send on", value: scheduledSendDate === null ? undefined : formatDay(scheduledSendDate) },
              ]}
            />
            <Group>
              <ButtonLink to="/approvals/$requestId" params={{ requestId: requestId }}>
                View request
              </ButtonLink>
              {failedPaymentId === undefined ? (
                <Button variant="default" onClick={onAnother}>
                  Make another payment
                </Button>
              ) : (
                <ButtonLink
                  variant="default"
                  to="/transactions/$transactionId"
                  params={{ transactionId: failedPaymentId }}
                >
                  Back to failed payment
                </ButtonLink>
              )}
            </Group>
            <Text size="xs" c="dimmed">
              Request {requestId}
            </Text>
          </Stack>
        </Section>
        <RequestFiles requestId={requestId} first={files} />
      </Stack>
    </Page>
  );
}

/** The invoice, while the requester has it at hand. */
function RequestFiles({ requestId, first }: { readonly requestId: string; readonly first: readonly File[] }) {
  const files = useQuery(listRequestAttachmentsOptions({ path: { requestId } }));
  return (
    <FilesSection
      title="Invoice and other files"
      query={files}
      path={`/request-send-money/${requestId}/attachments`}
      empty="Attach the invoice: approvers see it next to the payment."
      target="this request"
      first={first}
      mayAttach
      mayDelete={() => true}
      onDelete={(attachmentId) => deleteRequestAttachment({ path: { requestId, attachmentId }, throwOnError: true })}
    />
  );
}
