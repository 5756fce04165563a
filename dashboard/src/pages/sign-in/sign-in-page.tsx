import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Navigate } from "@tanstack/react-router";
import { getSetupOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { SignInForm } from "../../app/session/sign-in-form.tsx";
import { useRedirectAfterSignIn } from "../../app/session/use-redirect-after-sign-in.ts";
import { EntryFrame } from "../../app/shell/entry-frame.tsx";
import { TextLink } from "../../ui/page/links.tsx";

const route = getRouteApi("/sign-in");

export function SignInPage() {
  const { to } = route.useSearch();
  const land = useRedirectAfterSignIn();
  const { data: setup } = useQuery(getSetupOptions());
  if (setup?.needed) return <Navigate to="/setup" replace />;
  return (
    <EntryFrame title="Sign in to Bursar">
      <SignInForm
        onSignedIn={() => land(to)}
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
