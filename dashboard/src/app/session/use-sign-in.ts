import { useState } from "react";
import {
  signIn,
  signInWithPasskey,
  signInWithRecoveryCode,
  signInWithTotp,
  startPasskeySignIn,
} from "../../api/generated/sdk.gen.ts";
import type { SignInProgress } from "../../api/generated/types.gen.ts";
import { passkeyProblem, signWithPasskey } from "./passkeys.ts";

export interface TypedCredentials {
  readonly email: string;
  readonly password: string;
}

type Step =
  | { readonly at: "password" | "passkey" | "company" }
  | { readonly at: "choose"; readonly organizations: Organizations }
  | SecondFactorState;
export interface SecondFactorState {
  readonly at: "totp" | "recoveryCode";
  readonly signIn: string;
}
export type Organizations = NonNullable<SignInProgress["organizations"]>;

interface SignInOptions {
  readonly email: string | undefined;
  readonly organizationId: string | undefined;
  readonly onSignedIn: () => Promise<void> | void;
}

/** The steps of a sign-in: each call either completes it or names the next step. */
export function useSignIn({ email, organizationId: fixedOrganizationId, onSignedIn }: SignInOptions) {
  const [credentials, setCredentials] = useState<TypedCredentials>({ email: email ?? "", password: "" });
  const [step, setStep] = useState<Step>({ at: "password" });
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const attempt = async (call: () => Promise<{ data: SignInProgress }>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { next, signIn: id, organizations } = (await call()).data;
      if (next === "signedIn") await onSignedIn();
      else if (next === "totp") setStep({ at: "totp", signIn: id ?? "" });
      else if (next === "passkey") setStep({ at: "passkey" });
      else setStep({ at: "choose", organizations: organizations ?? [] });
    } catch (error) {
      setProblem(passkeyProblem(error));
    } finally {
      setBusy(false);
    }
  };
  const withPasskey = () =>
    attempt(async () => {
      const { data: options } = await startPasskeySignIn({ throwOnError: true });
      return signInWithPasskey({ body: await signWithPasskey(options), throwOnError: true });
    });
  const withPassword = (organizationId = fixedOrganizationId) =>
    attempt(() => {
      const body = { ...credentials, ...(organizationId === undefined ? {} : { organizationId }) };
      return signIn({ body, throwOnError: true });
    });
  const withCode = ({ at, signIn: id }: SecondFactorState, code: string) =>
    attempt(() => {
      const call = at === "totp" ? signInWithTotp : signInWithRecoveryCode;
      return call({ body: { signIn: id, code }, throwOnError: true });
    });
  return { credentials, setCredentials, step, setStep, problem, busy, withPasskey, withPassword, withCode };
}
