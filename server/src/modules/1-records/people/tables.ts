import { sealedColumn } from "#kernel/crypto/sealed-column.ts";
import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";
import type { UserId } from "#kernel/values/ids.ts";

/** Who may do what, and what proves who they are. */
export const users = provenTable("users", {
  key: ["user_id"],
  columns: [
    "email",
    "first_name",
    "last_name",
    "role",
    "custom_permissions",
    "password_hash",
    "created_at",
    "locked_at",
  ],
});

/** Links with which someone becomes a user, or chooses a new password. */
export const invitations = provenTable("invitations", {
  key: ["invitation_id"],
  columns: [
    "secret_hash",
    "purpose",
    "email",
    "first_name",
    "last_name",
    "role",
    "custom_permissions",
    "user_id",
    "asked_for",
    "invited_by",
    "confirmed_by",
    "created_at",
    "expires_at",
    "status",
    "accepted_at",
    "withdrawn_at",
  ],
});

/** Without the time of last use: the holder of its secret could have sent a request then. */
export const sessions = provenTable("sessions", {
  key: ["session_id"],
  columns: ["secret_hash", "user_id", "signed_in_with", "created_at", "expires_at", "stepped_up_at", "ended_at"],
  optional: ["provider_sid"],
});

/** The first of two steps of signing in. */
export const signIns = provenTable("sign_ins", {
  key: ["sign_in_id"],
  columns: ["secret_hash", "user_id", "expires_at", "wrong_codes", "ended_at"],
});

/** The last step makes each code work once. */
export const totpSecrets = provenTable("totp_secrets", {
  key: ["user_id"],
  columns: ["secret", "confirmed_at", "last_step"],
});

export const recoveryCodes = provenTable("recovery_codes", { key: ["user_id", "code_hash"], columns: ["used_at"] });

export const passkeys = provenTable("passkeys", {
  key: ["passkey_id"],
  columns: ["user_id", "credential_id", "public_key", "sign_count", "removed_at"],
});

/** Where a sign-in is not reported to the user as one on a new device. */
export const knownDevices = provenTable("known_devices", {
  key: ["user_id", "device_hash"],
  columns: ["first_seen_at"],
});

export const totpContents = sealedColumn("totp_secrets.secret", {
  key: ["user_id"],
  contextOf: (userId: UserId) => `totp/${userId}`,
});

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
