import { Button, Checkbox, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useRef, useState } from "react";
import {
  getNextStepsOptions,
  getRecipientOptions,
  getTransactionByIdOptions,
} from "#api/generated/@tanstack/react-query.gen.ts";
import { createRecipientInvite } from "#api/generated/sdk.gen.ts";
import type { Recipient, RecipientInvite } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { Permitted } from "#app/session/permitted.tsx";
import { Loaded } from "#ui/feedback/loaded.tsx";
import { Copy } from "#ui/forms/copy-button.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { newKey } from "#ui/forms/new-key.ts";
import { useSubmit } from "#ui/forms/use-submit.ts";
import { formatMoney } from "#ui/money/money.tsx";
import { allMethods, type PaymentMethod, shownMethods } from "#ui/money/payment-methods.ts";
import { ButtonLink } from "#ui/page/links.tsx";
import { Page } from "#ui/page/page.tsx";
import { ActionBar } from "#ui/page/record-page.tsx";
import { Section } from "#ui/page/section.tsx";
import { formatInstant } from "#ui/page/when.tsx";

const route = getRouteApi("/signedIn/recipients/invites/new");

/** Creates an invite for a new recipient, or for the one named by `recipientId`. */
export function NewInvitePage() {
  const { recipientId, failedPayment } = route.useSearch();
  const [made, setMade] = useState<{ readonly invite: RecipientInvite; readonly mailed: boolean }>();
  if (made !== undefined) return <Made {...made} />;
  return (
    <Page
      title="Invite recipient"
      lead="The recipient enters their own bank details on a secure page, so account numbers are not sent by email."
    >
      <Permitted right="createRecipientInvites" action="invite recipients">
        {recipientId === undefined ? (
          <InviteForm recipient={undefined} onMade={setMade} />
        ) : failedPayment === undefined ? (
          <Known recipientId={recipientId} onMade={setMade} />
        ) : (
          <AfterFailure recipientId={recipientId} transactionId={failedPayment} onMade={setMade} />
        )}
      </Permitted>
    </Page>
  );
}

type OnMade = (made: { invite: RecipientInvite; mailed: boolean }) => void;

interface KnownProps {
  readonly recipientId: string;
  readonly onMade: OnMade;
  /** What the form begins with. */
  readonly given?: Given;
}
type Given = Pick<Typed, "notes" | "paymentMethods">;

function Known({ recipientId, ...props }: KnownProps) {
  const recipient = useQuery(getRecipientOptions({ path: { recipientId } }));
  return <Loaded query={recipient}>{(found) => <InviteForm recipient={found} {...props} />}</Loaded>;
}

/** Asks for the details that a payment used, and says why. */
function AfterFailure({ transactionId, ...props }: KnownProps & { readonly transactionId: string }) {
  const path = { transactionId };
  const steps = useQuery(getNextStepsOptions({ path }));
  const payment = useQuery(getTransactionByIdOptions({ path }));
  return (
    <Loaded query={steps}>
      {({ failure }) => (
        <Loaded query={payment}>
          {({ amount, createdAt }) => (
            <Known
              {...props}
              given={{
                notes: `Our payment of ${formatMoney(-amount)} of ${formatInstant(createdAt, "short")} did not reach you. Please enter your bank details again.`,
                paymentMethods: [failure?.detailsMethod ?? "ach"],
              }}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function InviteForm({
  recipient,
  given = { notes: "", paymentMethods: ["ach"] },
  onMade,
}: {
  readonly recipient: Recipient | undefined;
  readonly given?: Given;
  readonly onMade: OnMade;
}) {
  const refresh = useRefresh();
  // A retry after a lost response does not create a second invite.
  const key = useRef(newKey());
  const form = useForm<Typed>({
    initialValues: {
      name: recipient?.name ?? "",
      contactEmail: recipient?.contactEmail ?? recipient?.email ?? "",
      organizationNameOnRequest: "",
      ...given,
      requireTaxDocument: false,
      sendEmail: true,
    },
  });
  const { busy, problem, submit } = useSubmit(form);
  const send = async (typed: Typed) => {
    const { data } = await createRecipientInvite({
      body: {
        ...typed,
        notes: typed.notes || null,
        organizationNameOnRequest: typed.organizationNameOnRequest || null,
        recipientId: recipient?.id ?? null,
        idempotencyKey: key.current,
      },
      throwOnError: true,
    });
    await refresh("invites");
    onMade({ invite: data, mailed: typed.sendEmail });
  };
  const { sendEmail } = form.values;
  return (
    <form
      onSubmit={form.onSubmit((typed) => void submit(() => send(typed)))}
      // A changed form is a new request.
      onChange={() => {
        key.current = newKey();
      }}
    >
      <Stack gap="md" maw={760}>
        <FormProblem problem={problem} />
        <Who form={form} />
        <Asked form={form} />
        <Group justify="flex-end">
          <ActionBar>
            <ButtonLink variant="default" to="/recipients/invites">
              Cancel
            </ButtonLink>
            <Button type="submit" loading={busy}>
              {sendEmail ? "Send invite" : "Create link"}
            </Button>
          </ActionBar>
        </Group>
      </Stack>
    </form>
  );
}

interface Typed {
  readonly name: string;
  readonly contactEmail: string;
  readonly organizationNameOnRequest: string;
  readonly notes: string;
  readonly paymentMethods: PaymentMethod[];
  readonly requireTaxDocument: boolean;
  readonly sendEmail: boolean;
}
interface PartProps {
  readonly form: UseFormReturnType<Typed>;
}

function Who({ form }: PartProps) {
  return (
    <Section title="Recipient">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput label="Name" description="The account holder’s name" required {...form.getInputProps("name")} />
        <TextInput
          label="Email"
          description="The link is sent to this address"
          type="email"
          required
          {...form.getInputProps("contactEmail")}
        />
        <TextInput
          label="Your name on the invite (optional)"
          description="Shown with your legal name"
          {...form.getInputProps("organizationNameOnRequest")}
        />
        <Textarea
          label="Note (optional)"
          description="Shown on the page and in the email"
          autosize
          {...form.getInputProps("notes")}
        />
      </SimpleGrid>
    </Section>
  );
}

function Asked({ form }: PartProps) {
  return (
    <Section title="Requested information">
      <Stack gap="md">
        <Checkbox.Group
          label="Payment methods"
          description="The recipient enters details for one or more of these."
          {...form.getInputProps("paymentMethods")}
        >
          <Stack gap="xs" mt="xs">
            {allMethods.map((method) => (
              <Checkbox key={method} value={method} label={shownMethods[method].name} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Checkbox
          label="Request a tax form"
          description="They upload a W-9 or W-8 with their bank details."
          {...form.getInputProps("requireTaxDocument", { type: "checkbox" })}
        />
        <Checkbox
          label="Send the link by email"
          description="Otherwise, you share the link yourself."
          {...form.getInputProps("sendEmail", { type: "checkbox" })}
        />
      </Stack>
    </Section>
  );
}

function Made({ invite, mailed }: { readonly invite: RecipientInvite; readonly mailed: boolean }) {
  const { name, contactEmail, onboardingUrl } = invite;
  return (
    <Page title="Invite created">
      <Section maw={760}>
        <Stack gap="md">
          <Text size="sm">
            {mailed
              ? `${name} will receive the link at ${contactEmail}. You can also share it yourself:`
              : `Share this link with ${name} only. Anyone who has it can enter the bank details that you will pay.`}
          </Text>
          <Copy text={onboardingUrl} label="link" />
          <Text size="sm" c="dimmed">
            The link works once and expires after 30 days. Then {name} is added to your recipients.
          </Text>
          <Group>
            <ButtonLink to="/recipients/invites">View invites</ButtonLink>
          </Group>
        </Stack>
      </Section>
    </Page>
  );
}
