import { Alert, Button, Checkbox, Fieldset, Skeleton, Stack, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { hasFieldProblems, isApiError, messageOf, ServiceUnavailable } from "#api/api-error.ts";
import { getPayeeInviteOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { completeInvite } from "#api/generated/sdk.gen.ts";
import type { PayeeInvite } from "#api/generated/types.gen.ts";
import { EntryFrame } from "#app/shell/entry-frame.tsx";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { useScrollToFirstProblem } from "#ui/forms/use-scroll-to-first-problem.ts";
import { type PaymentMethod, shownMethods } from "#ui/money/payment-methods.ts";
import { formatInstant } from "#ui/page/when.tsx";
import { BankFields } from "../bank-fields.tsx";
import { otherSpellings, SpellingList } from "../name-spelling.tsx";
import { detailsFor, type TypedDetails } from "../typed-details.ts";
import {
  answerOf,
  answerProblems,
  firstTyped,
  isComplete,
  type Problems,
  type Typed,
  withDetails,
} from "./invite-answer.ts";
import { TaxForm } from "./tax-form.tsx";

const WIDTH = 620;

/**
 * The page where a recipient answers an invite. There is no session: the link is the only credential, and works once.
 */
export function InviteAnswerPage({ inviteId }: { readonly inviteId: string }) {
  const invite = useQuery({ ...getPayeeInviteOptions({ path: { inviteId } }), staleTime: Number.POSITIVE_INFINITY });
  const [done, setDone] = useState(false);
  if (invite.data === undefined)
    return invite.error !== null && !(invite.error instanceof ServiceUnavailable) ? (
      <Unusable error={invite.error} />
    ) : (
      <EntryFrame title="Your bank details" width={WIDTH}>
        <Stack gap="sm" aria-busy="true" aria-label="Loading">
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={120} />
        </Stack>
      </EntryFrame>
    );
  if (done) return <ThankYou invite={invite.data} />;
  return <AnswerForm inviteId={inviteId} invite={invite.data} onDone={() => setDone(true)} />;
}

const knownName = ({ organizationName, organizationNameOnRequest }: PayeeInvite): string =>
  organizationNameOnRequest ?? organizationName;

function AnswerForm({
  inviteId,
  invite,
  onDone,
}: {
  readonly inviteId: string;
  readonly invite: PayeeInvite;
  readonly onDone: () => void;
}) {
  const { name, paymentMethods, expiresAt } = invite;
  const [typed, setTyped] = useState<Typed>(() => firstTyped(paymentMethods));
  // A counter, because each attempt moves the focus to the first problem again.
  const [incomplete, setIncomplete] = useState(0);
  const sending = useMutation({
    mutationFn: () => completeInvite({ path: { inviteId }, body: answerOf(typed), throwOnError: true }),
    onSuccess: onDone,
  });
  const form = useScrollToFirstProblem(incomplete, sending.error);
  if (isApiError(sending.error, "inviteUnusable")) return <Unusable error={sending.error} />;
  const chosen = paymentMethods.filter((method) => typed[method] !== undefined);
  const isChoice = paymentMethods.length > 1;
  const lacksForm = invite.requireTaxDocument && invite.taxDocument === null;
  const problems = answerProblems(typed, sending.error, incomplete > 0);
  return (
    <EntryFrame
      title={`${knownName(invite)} would like to pay you`}
      lead={<InviteLead invite={invite} />}
      width={WIDTH}
      brand={invite.brand}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete(typed) && !lacksForm) sending.mutate();
          else setIncomplete(incomplete + 1);
        }}
      >
        <Stack gap="md">
          <FormProblem problem={sentenceOf(sending.error, problems)} />
          {isChoice && <Text size="sm">Choose one or more ways to be paid.</Text>}
          {paymentMethods.map((method) => (
            <Method
              key={method}
              method={method}
              isChoice={isChoice}
              details={typed[method]}
              errors={problems[method] ?? {}}
              onChange={(details) => setTyped(withDetails(typed, method, details))}
            />
          ))}
          {invite.requireTaxDocument && (
            <TaxForm inviteId={inviteId} uploaded={invite.taxDocument} isMissing={lacksForm && incomplete > 0} />
          )}
          <NameOnPayments invite={invite} chosen={chosen} />
          <Alert color="gray" icon={<IconLock size={18} aria-hidden />}>
            <Text size="sm">
              Your details are validated and stored encrypted. {knownName(invite)} uses them only to pay {name}.
            </Text>
          </Alert>
          <Button type="submit" size="md" loading={sending.isPending} disabled={chosen.length === 0}>
            Submit bank details
          </Button>
          <Text size="xs" c="dimmed">
            This link works once, until {formatInstant(expiresAt)}. Never send account numbers by email.
          </Text>
        </Stack>
      </form>
    </EntryFrame>
  );
}

/** For the payee, who submits their details with it. */
function NameOnPayments({
  invite,
  chosen,
}: {
  readonly invite: PayeeInvite;
  readonly chosen: readonly PaymentMethod[];
}) {
  const others = otherSpellings(invite, invite.name, chosen);
  if (others.length === 0) return null;
  return (
    <Alert color="yellow" title="Payments carry your name in this spelling">
      <SpellingList spellings={others} />
      <Text size="sm">If your bank would not recognize it, tell {knownName(invite)} before you submit.</Text>
    </Alert>
  );
}

function sentenceOf(error: unknown, problems: Problems): string | undefined {
  const besideFields = Object.values(problems).some((errors) => Object.keys(errors).length > 0);
  if (besideFields || hasFieldProblems(error)) return "Fix the highlighted fields.";
  return error === null ? undefined : messageOf(error);
}

function InviteLead({ invite }: { readonly invite: PayeeInvite }) {
  const { organizationName, name, requireTaxDocument, notes } = invite;
  return (
    <>
      {organizationName} needs bank details to pay {name}. If you did not expect this, check with your contact there
      first.
      {requireTaxDocument && ` ${knownName(invite)} also needs a signed tax form (W-9 or W-8).`}
      {notes !== null && (
        <Text component="span" size="sm" mt="sm" style={{ display: "block", whiteSpace: "pre-line" }}>
          Note from the sender: {notes}
        </Text>
      )}
    </>
  );
}

function Method({
  method,
  isChoice,
  details,
  errors,
  onChange,
}: {
  readonly method: PaymentMethod;
  readonly isChoice: boolean;
  readonly details: TypedDetails | undefined;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (details: TypedDetails | undefined) => void;
}) {
  const label = shownMethods[method].name;
  const fields = details !== undefined && (
    <BankFields
      method={method}
      details={details}
      errors={errors}
      onChange={onChange}
      addressLabel="Your address"
      isPayee
    />
  );
  if (!isChoice)
    return (
      <Fieldset legend={label}>
        <Text size="sm" c="dimmed" mb="sm">
          {shownMethods[method].hint}
        </Text>
        {fields}
      </Fieldset>
    );
  return (
    <Stack gap="sm">
      <Checkbox
        label={label}
        description={shownMethods[method].hint}
        checked={details !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? detailsFor(method) : undefined)}
      />
      {fields && (
        <Fieldset variant="unstyled" mx={0} aria-label={label}>
          {fields}
        </Fieldset>
      )}
    </Stack>
  );
}

function ThankYou({ invite }: { readonly invite: PayeeInvite }) {
  return (
    <EntryFrame title="Thank you" width={WIDTH} brand={invite.brand}>
      <Message>
        {invite.organizationName} received your bank details. You can close this page. To change them later, ask your
        contact there for a new link.
      </Message>
    </EntryFrame>
  );
}

function Unusable({ error }: { readonly error: unknown }) {
  return (
    <EntryFrame title="This link cannot be used" width={WIDTH}>
      <Message>
        {isApiError(error, "inviteUnusable")
          ? "It was already used, has expired, or was withdrawn. If you just submitted your details, they were received. Otherwise, ask your contact for a new link."
          : messageOf(error)}
      </Message>
    </EntryFrame>
  );
}

const Message = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" role="status">
    {children}
  </Text>
);
