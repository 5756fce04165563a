import { messageOf } from "../../api/api-error.ts";
import type { AddPasskeyData, PasskeyCreationOptions, SignInWithPasskeyData } from "../../api/generated/types.gen.ts";

/** The browser side of passkeys (WebAuthn). The library is loaded on first use. */
const load = () => import("@simplewebauthn/browser");

export const browserHasPasskeys = (): boolean => typeof window.PublicKeyCredential === "function";

type Made = Omit<AddPasskeyData["body"], "name">;
type Signed = SignInWithPasskeyData["body"];

export async function makePasskey(options: PasskeyCreationOptions): Promise<Made> {
  const { startRegistration } = await load();
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge: options.challenge,
      rp: options.rp,
      user: options.user,
      pubKeyCredParams: options.algorithms.map((alg) => ({ type: "public-key" as const, alg })),
      timeout: options.timeoutMs,
      attestation: "none",
      excludeCredentials: options.excluded.map(({ id: passkey }) => ({ id: passkey, type: "public-key" as const })),
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    },
  });
  return {
    id,
    clientDataJSON: response.clientDataJSON,
    attestationObject: response.attestationObject,
    transports: response.transports ?? [],
  };
}

export async function signWithPasskey({
  challenge,
  rpId,
  timeoutMs,
  allowed = [],
}: {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeoutMs: number;
  readonly allowed?: readonly { readonly id: string }[];
}): Promise<Signed> {
  const { startAuthentication } = await load();
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId,
      timeout: timeoutMs,
      userVerification: "required",
      allowCredentials: allowed.map((passkey) => ({ id: passkey.id, type: "public-key" as const })),
    },
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle === undefined ? {} : { userHandle }) };
}

/** Why a passkey was not created or used: the browser's reason, or the API's message. */
export function passkeyProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  if (name === "NotAllowedError" || name === "AbortError")
    return "No passkey was used. The request was canceled or timed out, or this device has no passkey for this service.";
  if (name === "SecurityError")
    return "Passkeys do not work at this address. Open the service at its configured domain.";
  return messageOf(error);
}
