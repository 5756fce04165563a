import { FileInput, PasswordInput, SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import type { BankConnectionSecretName, BankConnectionSecrets } from "#api/generated/types.gen.ts";

interface SecretPart {
  readonly secrets: BankConnectionSecrets;
  /** Secrets that are stored and shown nowhere. */
  readonly stored: readonly BankConnectionSecretName[];
  readonly errorOf: (path: string) => string | undefined;
  readonly onChange: (secrets: BankConnectionSecrets) => void;
}

const STORED = "Stored. Leave it empty to keep it.";

/** How we sign in to the bank's server: with one of both, so the other one is erased. */
export function SignInFields({ secrets, stored, errorOf, onChange }: SecretPart) {
  const [way, setWay] = useState<"privateKey" | "password">(stored.includes("password") ? "password" : "privateKey");
  const choose = (chosen: string) => {
    const isPassword = chosen === "password";
    setWay(isPassword ? "password" : "privateKey");
    onChange(
      isPassword
        ? { ...secrets, password: "", privateKey: null, passphrase: null }
        : { ...secrets, password: null, privateKey: "", passphrase: "" },
    );
  };
  const field = fieldsOf({ secrets, stored, errorOf, onChange });
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={500} mb={4} id="sign-in-way">
          Sign in with
        </Text>
        <SegmentedControl
          aria-labelledby="sign-in-way"
          value={way}
          onChange={choose}
          data={[
            { value: "privateKey", label: "Our SSH key" },
            { value: "password", label: "Password" },
          ]}
        />
      </div>
      {way === "password" ? (
        <PasswordInput label="Password" {...field("password")} />
      ) : (
        <>
          <KeyField label="SSH private key" {...field("privateKey")} />
          <PasswordInput label="Passphrase of the key, if it has one" {...field("passphrase")} />
        </>
      )}
    </Stack>
  );
}

/** Our own PGP key. */
export function PgpKeyFields(part: SecretPart) {
  const field = fieldsOf(part);
  return (
    <>
      <KeyField label="Our PGP private key" {...field("pgpPrivateKey")} />
      <PasswordInput label="Passphrase of our PGP key, if it has one" {...field("pgpPassphrase")} />
    </>
  );
}

/** The signature that is printed on checks. */
export function SignatureField({ secrets, stored, errorOf, onChange }: SecretPart) {
  const [file, setFile] = useState<File | null>(null);
  const choose = async (chosen: File | null) => {
    setFile(chosen);
    const signatureImage = chosen === null ? undefined : await inBase64(chosen);
    onChange({ ...secrets, ...(signatureImage === undefined ? {} : { signatureImage }) });
  };
  return (
    <FileInput
      label="Signature on checks, a PNG image"
      description={stored.includes("signatureImage") ? "Stored. Choose a file to replace it." : "Optional."}
      accept="image/png"
      clearable
      value={file}
      error={errorOf("secrets.signatureImage")}
      onChange={(chosen) => void choose(chosen)}
    />
  );
}

async function inBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

const fieldsOf =
  ({ secrets, stored, errorOf, onChange }: SecretPart) =>
  (name: BankConnectionSecretName) => ({
    value: secrets[name] ?? "",
    error: errorOf(`secrets.${name}`),
    autoComplete: "new-password",
    ...(stored.includes(name) ? { description: STORED } : {}),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...secrets, [name]: event.currentTarget.value }),
  });

/** A key is a text of several lines, pasted. */
function KeyField(props: ReturnType<ReturnType<typeof fieldsOf>> & { readonly label: string }) {
  return (
    <Textarea
      {...props}
      placeholder="-----BEGIN …"
      autosize
      minRows={3}
      maxRows={6}
      spellCheck={false}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
    />
  );
}
