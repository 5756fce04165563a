import { Anchor, Button, Divider, NavLink, PasswordInput, PinInput, Stack, Text, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { getSetupOptions } from "../../api/generated/@tanstack/react-query.gen.ts";
import { FormProblem } from "../../ui/forms/form-problem.tsx";
import { submits } from "../../ui/forms/submits.ts";
import { CompanyButton, CompanySignIn } from "./company-sign-in.tsx";
import { browserHasPasskeys } from "./passkeys.ts";
import { SignInEmail } from "./sign-in-email.tsx";
import { type Organizations, type SecondFactorState, type TypedCredentials, useSignIn } from "./use-sign-in.ts";

/**
 * Signs in with a passkey, or with a password and then a second factor. Email and organization are fixed when a session
 * continues.
 */
export function SignInForm({
  email,
  startEmail,
  organizationId,
  help,
  returnTo,
  onSignedIn,
}: {
  email?: string;
  /** What the field for the address begins with. */
  startEmail?: string;
  organizationId?: string;
  /** Shown below the password field. */
  help?: ReactNode;
  /** The page to which the company's provider sends the browser back. */
  returnTo: string;
  onSignedIn: () => Promise<void> | void;
}) {
  const signIn = useSignIn({ email: email ?? startEmail, organizationId, onSignedIn });
  const { step, busy } = signIn;
  return (
    <Stack gap="md">
      <FormProblem problem={signIn.problem} />
      {step.at === "password" && (
        <>
          <PasswordStep
            credentials={signIn.credentials}
            emailFixed={email !== undefined}
            busy={busy}
            help={help}
            onChange={signIn.setCredentials}
            onSubmit={() => void signIn.withPassword()}
          />
          <Divider label="or" />
          <CompanyButton busy={busy} onChoose={() => signIn.setStep({ at: "company" })} />
          <PasskeyChoice busy={busy} onChoose={() => void signIn.withPasskey()} />
        </>
      )}
      {step.at === "company" && (
        <CompanySignIn
          email={email}
          startEmail={signIn.credentials.email}
          organizationId={organizationId}
          returnTo={returnTo}
          onCancel={() => signIn.setStep({ at: "password" })}
        />
      )}
      {step.at === "passkey" && (
        <>
          <Text size="sm">Your organization requires a second factor. Use your passkey to sign in.</Text>
          <PasskeyChoice busy={busy} onChoose={() => void signIn.withPasskey()} />
        </>
      )}
      {step.at === "choose" && (
        <OrganizationStep organizations={step.organizations} onChoose={(id) => void signIn.withPassword(id)} />
      )}
      {(step.at === "totp" || step.at === "recoveryCode") && (
        <SecondFactorStep
          key={step.at}
          step={step}
          busy={busy}
          onSwitch={(at) => signIn.setStep({ ...step, at })}
          onSubmit={(code) => void signIn.withCode(step, code)}
        />
      )}
    </Stack>
  );
}

function PasswordStep({
  credentials,
  emailFixed,
  busy,
  help,
  onChange,
  onSubmit,
}: {
  credentials: TypedCredentials;
  emailFixed: boolean;
  busy: boolean;
  help: ReactNode;
  onChange: (credentials: TypedCredentials) => void;
  onSubmit: () => void;
}) {
  return (
    <form onSubmit={submits(onSubmit)}>
      <Stack gap="sm">
        <SignInEmail
          readOnly={emailFixed}
          autoFocus={!emailFixed}
          data-autofocus={!emailFixed}
          value={credentials.email}
          onChange={(event) => onChange({ ...credentials, email: event.currentTarget.value })}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          data-autofocus={emailFixed}
          value={credentials.password}
          onChange={(event) => onChange({ ...credentials, password: event.currentTarget.value })}
        />
        {help}
        <Button type="submit" loading={busy} mt="xs">
          Sign in
        </Button>
      </Stack>
    </form>
  );
}

/** Shown only if both the service's origin and the browser support passkeys. */
function PasskeyChoice({ busy, onChoose }: { busy: boolean; onChoose: () => void }) {
  const { data } = useQuery({ ...getSetupOptions(), staleTime: Number.POSITIVE_INFINITY });
  if (data?.passkeys !== true || !browserHasPasskeys()) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
      disabled={busy}
      onClick={onChoose}
    >
      Sign in with a passkey
    </Button>
  );
}

function OrganizationStep({
  organizations,
  onChoose,
}: {
  organizations: Organizations;
  onChoose: (organizationId: string) => void;
}) {
  return (
    <div>
      <Text size="sm" mb="xs">
        Choose an organization.
      </Text>
      {organizations.map(({ id, legalBusinessName }) => (
        <NavLink key={id} component="button" label={legalBusinessName} onClick={() => onChoose(id)} />
      ))}
    </div>
  );
}

function SecondFactorStep({
  step,
  busy,
  onSwitch,
  onSubmit,
}: {
  step: SecondFactorState;
  busy: boolean;
  onSwitch: (at: SecondFactorState["at"]) => void;
  onSubmit: (code: string) => void;
}) {
  const [code, setCode] = useState("");
  const isTotp = step.at === "totp";
  return (
    <form onSubmit={submits(() => onSubmit(code))}>
      <Stack gap="sm">
        <Text size="sm">
          {isTotp
            ? "Enter the 6-digit code from your authenticator app."
            : "Enter one of the recovery codes you saved when you set up your second factor. Each code works once."}
        </Text>
        {isTotp ? (
          <PinInput
            length={6}
            type="number"
            oneTimeCode
            autoFocus
            aria-label="Code digit"
            placeholder=""
            value={code}
            onChange={setCode}
            onComplete={onSubmit}
          />
        ) : (
          <TextInput
            label="Recovery code"
            autoComplete="off"
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <Button type="submit" loading={busy} disabled={code === ""}>
          Continue
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={() => onSwitch(isTotp ? "recoveryCode" : "totp")}>
          {isTotp ? "Use a recovery code instead" : "Use your authenticator app instead"}
        </Anchor>
      </Stack>
    </form>
  );
}
