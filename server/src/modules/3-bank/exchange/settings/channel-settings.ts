import { isAbsolute } from "node:path";
import { NO_HIDDEN_CHARACTERS } from "bursar-banking/text/hidden-characters";
import { type Static, Type } from "typebox";
import { SECOND_MS } from "#kernel/clock/clock.ts";
import { object } from "#kernel/http/schemas.ts";
import type { BankRail, ConnectionKind } from "../bank-rail.ts";
import { FINGERPRINT, hostKeyTypes } from "../transports/sftp/host-key.ts";
import { Choice, OrNone, type SettingProblem } from "./fields.ts";
import { readingMembers } from "./reading-settings.ts";
import { kindOfSettings, type SettingsKind } from "./settings-kind.ts";

const Path = (description: string) => Type.String({ maxLength: 400, pattern: NO_HIDDEN_CHARACTERS, description });
const Affix = (description: string, fallback: string) =>
  Type.String({ maxLength: 20, pattern: "^[A-Za-z0-9._-]*$", description, default: fallback });

const incoming = {
  ...readingMembers,
  pollSeconds: Type.Integer({
    minimum: 5,
    maximum: 86_400,
    description:
      "How often the bank's files are looked for. Answers to real-time payments are looked for at least every five seconds.",
    default: 60,
  }),
  removeAfterReading: Type.Boolean({
    description:
      "Whether a file of the bank is deleted there once it is stored here. Most banks delete files themselves.",
    default: false,
  }),
};
const temporaryNames = {
  temporaryPrefix: Affix("What names of unfinished uploads begin with; may be empty.", ""),
  temporarySuffix: Affix("What names of unfinished uploads end with; may be empty, unless the prefix is.", ".tmp"),
};

const secrecy = ["encryptedAndSigned", "encrypted", "plain"] as const;
export const PgpSettingsSchema = object(
  {
    bankPublicKey: Type.String({ maxLength: 65_536, description: "The bank's PGP public key, as an armored block." }),
    outgoing: Choice(secrecy, "Files to the bank: encrypted to its key, and signed with ours."),
    incoming: Choice(secrecy, "Files from the bank: encrypted to our key, and signed with the bank's."),
    extension: Type.String({
      maxLength: 10,
      pattern: "^(\\.[A-Za-z0-9]+)?$",
      description: "What names of encrypted files end with; may be empty.",
      default: ".pgp",
    }),
  },
  { title: "PgpSettings" },
);

export const FolderSettingsSchema = object(
  {
    folder: Path("The folder that contains `outbox` and `inbox`: an absolute path on the service's machine."),
    ...temporaryNames,
    ...incoming,
    pgp: OrNone(PgpSettingsSchema),
  },
  { title: "FolderSettings" },
);

export const SftpSettingsSchema = object(
  {
    host: Type.String({
      minLength: 1,
      maxLength: 253,
      pattern: "^[A-Za-z0-9.:_-]+$",
      description: "The host name or address of the bank's server.",
    }),
    port: Type.Integer({ minimum: 1, maximum: 65_535, description: "Usually 22.", default: 22 }),
    user: Type.String({
      minLength: 1,
      maxLength: 128,
      pattern: NO_HIDDEN_CHARACTERS,
      description: "The user name that the bank assigned.",
    }),
    hostKeys: Type.Array(Type.String({ pattern: FINGERPRINT }), {
      minItems: 1,
      maxItems: 5,
      description:
        "Fingerprints of the server's host keys, as the bank publishes them: SHA256: and 43 characters. Any other key is refused.",
    }),
    hostKeyType: Choice(["any", ...hostKeyTypes], "The kind of key that the fingerprints are of."),
    uploadDirectory: Path("The directory for our files: absolute, or relative to where the server puts the user."),
    downloadDirectory: Path("The directory with the bank's files."),
    ...temporaryNames,
    ...incoming,
    timeoutSeconds: Type.Integer({
      minimum: 5,
      maximum: 600,
      description: "How long the service waits for each answer of the server.",
      default: 30,
    }),
    pgp: OrNone(PgpSettingsSchema),
  },
  { title: "SftpSettings" },
);

export const SimulatedSettingsSchema = object({ ...incoming }, { title: "SimulatedSettings" });

export interface SettingsByChannel {
  readonly folder: Static<typeof FolderSettingsSchema>;
  readonly sftp: Static<typeof SftpSettingsSchema>;
  readonly simulated: Static<typeof SimulatedSettingsSchema>;
}

/** A kind of connection together with its settings. */
export type ChannelSettings = {
  [Kind in ConnectionKind]: { readonly kind: Kind; readonly channel: SettingsByChannel[Kind] };
}[ConnectionKind];

const temporaryProblems = (names: {
  readonly temporaryPrefix: string;
  readonly temporarySuffix: string;
}): readonly SettingProblem[] =>
  names.temporaryPrefix === "" && names.temporarySuffix === ""
    ? [
        {
          path: "temporarySuffix",
          message: "must not be empty, or the bank could read a file that is still being written",
        },
      ]
    : [];

/** A real-time payment is answered within seconds, and queried if no answer is read. */
const REAL_TIME_POLL_MS = 5 * SECOND_MS;

/** How often the inbox of a connection is read. */
export const pollIntervalMs = (rail: BankRail, { pollSeconds }: { readonly pollSeconds: number }): number =>
  Math.min(pollSeconds * SECOND_MS, rail === "realTime" ? REAL_TIME_POLL_MS : Number.POSITIVE_INFINITY);

export const channelKinds: Readonly<Record<ConnectionKind, SettingsKind>> = {
  folder: kindOfSettings(FolderSettingsSchema, (settings) => [
    ...(isAbsolute(settings.folder) ? [] : [{ path: "folder", message: "must be an absolute path" }]),
    ...temporaryProblems(settings),
  ]),
  sftp: kindOfSettings(SftpSettingsSchema, temporaryProblems),
  simulated: kindOfSettings(SimulatedSettingsSchema),
};
