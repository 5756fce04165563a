import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { forgotPassword } from "../../api/generated/sdk.gen.ts";
import { EntryFrame } from "../../app/shell/entry-frame.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";

/** The answer is the same whether or not the user exists, so that it reveals no addresses. */
export function ForgottenPage() {
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState(false);
  const { busy, problem, submit } = useSubmit();
  const back = (
    <Anchor component={Link} to="/sign-in" size="sm">
      Back to sign in
    </Anchor>
  );
  if (sent)
    return (
      <EntryFrame title="Look at your mail">
        <Stack gap="sm" role="status">
          <Text size="sm">
            If a user has the address <b>{email}</b>, a link to choose a new password is on its way there. It works
            once, for one hour.
          </Text>
          <Text size="sm" c="dimmed">
            Nothing after some minutes? Look among the unwanted mails, or ask an administrator whether your user is
            locked.
          </Text>
          {back}
        </Stack>
      </EntryFrame>
    );
  return (
    <EntryFrame
      title="Forgot your password?"
      lead="You get a link by e-mail to choose a new one. Your second factor stays."
    >
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          if (await submit(() => forgotPassword({ body: { email }, throwOnError: true }))) setSent(true);
        }}
      >
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <TextInput
            label="E-mail address"
            type="email"
            name="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" loading={busy} mt="xs">
            Send the link
          </Button>
          {back}
        </Stack>
      </form>
    </EntryFrame>
  );
}
