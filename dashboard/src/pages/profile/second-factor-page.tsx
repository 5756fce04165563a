import { Anchor, Button, Stack, Text } from "@mantine/core";
import { IconDeviceMobile, IconFingerprint } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { getSetupOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { getSession, signOut } from "../../api/generated/sdk.gen.ts";
import { Challenges } from "../../app/session/challenges.tsx";
import { browserHasPasskeys } from "../../app/session/passkeys.ts";
import { useSession } from "../../app/session/session.ts";
import { useRedirectAfterSignIn } from "../../app/session/use-redirect-after-sign-in.ts";
import { EntryFrame } from "../../app/shell/entry-frame.tsx";
import { PasskeyName } from "./passkey-section.tsx";
import { TotpEnrolment } from "./totp-enrolment.tsx";

const route = getRouteApi("/second-factor");

/** For users who must set up a second factor before they continue. */
export function SecondFactorPage() {
  const { to } = route.useSearch();
  const { user, organization } = useSession();
  const { data: setup } = useQuery(getSetupOptions());
  const takesPasskeys = setup?.passkeys === true && browserHasPasskeys();
  const [adding, setAdding] = useState<"app" | "passkey">();
  const land = useRedirectAfterSignIn();
  /** The dialogs close the same way when canceled, so the session is checked again. */
  const close = async () => {
    setAdding(undefined);
    const { data } = await getSession({ throwOnError: true });
    if (data.secondFactorDueAt === null) await land(to);
  };
  const leave = async () => {
    await signOut();
    await land("/dashboard/sign-in");
  };
  return (
    <EntryFrame
      title="Set up a second factor"
      lead={`${organization.legalBusinessName} requires a second factor to sign in. Set one up to continue.`}
      width={440}
    >
      <Stack gap="sm">
        <Button leftSection={<IconDeviceMobile size={18} stroke={1.6} aria-hidden />} onClick={() => setAdding("app")}>
          Set up an authenticator app
        </Button>
        {takesPasskeys && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
            onClick={() => setAdding("passkey")}
          >
            Add passkey
          </Button>
        )}
        <Text size="sm" c="dimmed">
          An authenticator app shows a code that you enter after your password.
          {takesPasskeys && " A passkey uses your fingerprint, face, or device PIN."}
        </Text>
        <Text size="sm">
          Signed in as {user.email}.{" "}
          <Anchor component="button" type="button" size="sm" onClick={() => void leave()}>
            Sign out
          </Anchor>
        </Text>
      </Stack>
      {adding === "app" && <TotpEnrolment onClose={() => void close()} />}
      {adding === "passkey" && <PasskeyName passkey={undefined} onClose={() => void close()} />}
      <Challenges />
    </EntryFrame>
  );
}
