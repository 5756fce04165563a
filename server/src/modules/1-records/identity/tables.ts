import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** Settings that are controls, and the names and addresses under which the organization acts. */
export const organizations = provenTable("organizations", {
  key: [],
  columns: [
    "legal_business_name",
    "kind",
    "ein",
    "dbas",
    "plan",
    "billing_cadence",
    "settings_version",
    "duplicate_guard_hours",
    "confirm_bank_detail_changes",
    "bank_details_cooling_off_hours",
    "self_approval",
    "approval_step_up_from_minor::bigint",
    "direct_send_bound",
    "wire_fee_ours_minor::bigint",
    "wire_fee_shared_minor::bigint",
    "second_factor_roles",
    "second_factor_grace_days",
    "second_factor_since",
    "legal_address",
    "remittance_advice",
    "cut_offs",
  ],
  optional: ["account_validation_since", "single_sign_on_since", "break_glass_users", "brand_color"],
});

/** What programs may do. Without the last use. */
export const apiTokens = provenTable("api_tokens", {
  key: ["token_id"],
  columns: [
    "token_hash",
    "name",
    "kind",
    "scopes",
    "allowlist",
    "limit_per_payment_minor",
    "limit_per_day_minor",
    "rate_limit_per_minute",
    "awaits_confirmation",
    "created_by",
    "created_at",
    "expires_at",
    "revoked_at",
  ],
  optional: ["limit_per_month_minor", "payments_per_day", "account_ids", "recipient_ids", "counted_since"],
});

/** How much of its limits a token has used: a lowered count would raise what it may move. */
export const tokenUsage = provenTable("token_usage", {
  key: ["token_id"],
  columns: ["day", "day_minor", "day_payments", "month_minor"],
});

/** Which application may use a token, and which of its credentials count. */
export const oauthGrants = provenTable("oauth_grants", {
  key: ["token_id"],
  columns: [
    "client_digest",
    "redirect_uri",
    "resource",
    "code_hash",
    "code_challenge",
    "code_expires_at",
    "code_used_at",
    "access_hash",
    "access_expires_at",
    "refresh_hash",
    "refresh_before",
    "refresh_expires_at",
  ],
});

export const ownedTables: OwnedTables = {
  tables: ["organizations", "api_tokens", "token_spend", "token_usage", "oauth_grants", "rate_counts"],
  exportedViews: ["organization_ids", "organization_settings"],
};
