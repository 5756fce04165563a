import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { useState } from "react";
import { getSetupOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { setUp } from "../../api/generated/sdk.gen.ts";
import { SignInEmail } from "../../app/session/sign-in-email.tsx";
import { useRedirectAfterSignIn } from "../../app/session/use-redirect-after-sign-in.ts";
import { EntryFrame } from "../../app/shell/entry-frame.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { NameFields } from "../../ui/forms/name-fields.tsx";
import { useSubmit } from "../../ui/forms/use-submit.ts";

/** The first start: creates the organization and its first administrator. */
export function SetupPage() {
  const { data: setup } = useQuery(getSetupOptions());
  const land = useRedirectAfterSignIn();
  const form = useForm({
    initialValues: { code: "", organizationName: "", firstName: "", lastName: "", email: "", password: "" },
  });
  const { busy, problem, submit } = useSubmit(form);
  // While this page completes the setup, the redirect goes to what is left to do instead.
  const [isOurs, setOurs] = useState(false);
  if (setup?.needed === false && !isOurs) return <Navigate to="/sign-in" replace />;
  return (
    <EntryFrame title="Set up Bursar" lead="Create your organization and its first administrator." width={480}>
      <form
        onSubmit={form.onSubmit(async (values) => {
          if (!(await submit(() => setUp({ body: values, throwOnError: true })))) return;
          setOurs(true);
          // The first page of a new installation is what is left to do.
          await land("/dashboard/set-up-to-live");
        })}
      >
        <Stack gap="sm">
          <FormProblem problem={problem} />
          <TextInput
            label="Setup code"
            description="Printed by the service when it started."
            placeholder="XXXXXXX-XXXXXXX-XXXXXXX"
            autoComplete="off"
            spellCheck={false}
            required
            autoFocus
            {...form.getInputProps("code")}
          />
          <TextInput
            label="Legal name of the organization"
            autoComplete="organization"
            required
            {...form.getInputProps("organizationName")}
          />
          <NameFields form={form} />
          <SignInEmail {...form.getInputProps("email")} />
          <PasswordInput
            label="Password"
            description="At least 12 characters."
            autoComplete="new-password"
            required
            {...form.getInputProps("password")}
          />
          <Button type="submit" loading={busy} mt="xs">
            Set up and sign in
          </Button>
        </Stack>
      </form>
    </EntryFrame>
  );
}
