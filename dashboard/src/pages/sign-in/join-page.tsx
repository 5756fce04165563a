import { Button, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { acceptInvitation, signIn } from "../../api/generated/sdk.gen.ts";
import { useRedirectAfterSignIn } from "../../app/session/use-redirect-after-sign-in.ts";
import { EntryFrame } from "../../app/shell/entry-frame.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";
import { TextLink } from "../../ui/page/links.tsx";

/** The secret is in the fragment, which browsers do not send to servers. */
const secretOfAddress = (): string => window.location.hash.slice(1);

/** The target of invitation and password-reset links: choose a password and sign in. */
export function JoinPage() {
  const [secret] = useState(secretOfAddress);
  const form = useForm({ initialValues: { password: "" } });
  const { busy, problem, submit } = useSubmit(form);
  const land = useRedirectAfterSignIn();
  const navigate = useNavigate();
  if (secret === "")
    return (
      <EntryFrame
        title="This link is incomplete"
        lead="Open the link from the email again, or copy the whole link into the address bar."
      >
        <TextLink to="/sign-in" size="sm">
          Go to sign in
        </TextLink>
      </EntryFrame>
    );
  const choose = async ({ password }: { password: string }) => {
    const { data } = await acceptInvitation({ body: { secret, password }, throwOnError: true });
    const { email, organizationId } = data;
    const step = await signIn({ body: { email, password, organizationId } });
    if (step.data?.next === "signedIn") await land();
    // A password reset keeps the second factor, which the sign-in page asks for.
    else await navigate({ to: "/sign-in" });
  };
  return (
    <EntryFrame title="Choose your password">
      <form onSubmit={form.onSubmit((values) => void submit(() => choose(values)))}>
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <PasswordInput
            label="New password"
            description="At least 12 characters. A few unrelated words are easy to remember and hard to guess."
            autoComplete="new-password"
            required
            autoFocus
            {...form.getInputProps("password")}
          />
          <Button type="submit" loading={busy} mt="xs">
            Set password and sign in
          </Button>
          <Text size="xs" c="dimmed">
            The link works once. You can add a second factor or a passkey in your profile.
          </Text>
        </Stack>
      </form>
    </EntryFrame>
  );
}
