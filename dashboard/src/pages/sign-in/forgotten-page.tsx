import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { forgotPassword } from "../../api/generated/sdk.gen.ts";
import { SignInEmail } from "../../app/session/sign-in-email.tsx";
import { EntryFrame } from "../../app/shell/entry-frame.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { TextLink } from "../../ui/page/links.tsx";

/** The answer is the same whether or not the user exists, so that it reveals no addresses. */
export function ForgottenPage() {
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState(false);
  const { busy, problem, submit } = useSubmit();
  const back = (
    <TextLink to="/sign-in" size="sm">
      Back to sign in
    </TextLink>
  );
  if (sent)
    return (
      <EntryFrame title="Check your email">
        <Stack gap="sm" role="status">
          <Text size="sm">
            If <b>{email}</b> belongs to a user, a link to choose a new password is on its way. It works once and
            expires after one hour.
          </Text>
          <Text size="sm" c="dimmed">
            If it does not arrive within a few minutes, check your spam folder or ask an administrator whether your
            account is locked.
          </Text>
          {back}
        </Stack>
      </EntryFrame>
    );
  return (
    <EntryFrame
      title="Forgot your password?"
      lead="We will email you a link to choose a new password. Your second factor stays the same."
    >
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          if (await submit(() => forgotPassword({ body: { email }, throwOnError: true }))) setSent(true);
        }}
      >
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <SignInEmail autoFocus value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
          <Button type="submit" loading={busy} mt="xs">
            Send link
          </Button>
          {back}
        </Stack>
      </form>
    </EntryFrame>
  );
}
