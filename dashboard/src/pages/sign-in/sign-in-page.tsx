import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Navigate } from "@tanstack/react-router";
import { useState } from "react";
import { getSetupOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { SignInForm } from "../../app/session/sign-in-form.tsx";
import { takeSignOnProblem } from "../../app/session/sign-on-problem.ts";
import { emailOfSwitch, endSwitch } from "../../app/session/switch-organization.ts";
import { useRedirectAfterSignIn } from "../../app/session/use-redirect-after-sign-in.ts";
import { EntryFrame } from "../../app/shell/entry-frame.tsx";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { TextLink } from "../../ui/page/links.tsx";

const route = getRouteApi("/sign-in");

export function SignInPage() {
  const { to } = route.useSearch();
  const land = useRedirectAfterSignIn();
  const [switching] = useState(emailOfSwitch);
  const [problem] = useState(takeSignOnProblem);
  const { data: setup } = useQuery(getSetupOptions());
  if (setup?.needed) return <Navigate to="/setup" replace />;
  return (
    <EntryFrame title="Sign in to Bursar">
      {switching !== undefined && (
        <Text size="sm" mb="md">
          Enter your password of the other organization. If it is the same in several, you choose one next.
        </Text>
      )}
      <FormProblem problem={problem} />
      <SignInForm
        returnTo={to ?? "/dashboard/"}
        {...(switching === undefined ? {} : { startEmail: switching })}
        onSignedIn={() => {
          endSwitch();
          return land(to);
        }}
        help={
          <TextLink to="/forgotten" size="sm">
            Forgot your password?
          </TextLink>
        }
      />
      {setup?.mode === "sandbox" && (
        <Text size="xs" c="dimmed" mt="lg">
          Sandbox: demo users and their passwords are in demo.json in the data folder.
        </Text>
      )}
    </EntryFrame>
  );
}
