import type { ConnectionSecrets } from "../settings/connection-secrets.ts";
import type { ValidSettings } from "../settings/validate-settings.ts";

interface Audited {
  readonly name: string;
  readonly accountIds: readonly string[];
  readonly settings: ValidSettings;
  readonly secrets: ConnectionSecrets;
}

/** What audit rows say of a connection: its settings without the text of a PGP key, and which secrets it has. */
export function auditedConnection({ name, accountIds, settings, secrets }: Audited): Readonly<Record<string, unknown>> {
  const { rail, railSettings, kind, channel, firstDays } = settings;
  return {
    name,
    rail,
    kind,
    accountIds,
    railSettings,
    channel: "pgp" in channel && channel.pgp !== null ? { ...channel, pgp: withoutKey(channel.pgp) } : channel,
    firstDays,
    secrets: Object.keys(secrets),
  };
}

const withoutKey = ({ bankPublicKey: _, ...others }: { readonly bankPublicKey: string }) => others;
