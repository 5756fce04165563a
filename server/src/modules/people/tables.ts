import type { OwnedTables } from "../../kernel/sql/owned-tables.ts";

export const ownedTables: OwnedTables = {
  tables: [
    "users",
    "sessions",
    "sign_ins",
    "totp_secrets",
    "recovery_codes",
    "known_devices",
    "passkeys",
    "used_passkey_challenges",
    "invitations",
    "sign_in_throttles",
  ],
};
