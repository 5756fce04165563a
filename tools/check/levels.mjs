// Which module may import which (docs/adr/0001-modules-and-levels.md): modules of lower levels and, within its level, those
// named before it; always through index.ts. Plain JavaScript because dependency-cruiser's configuration reads it.
// Add a new module here.

/** Levels from the bottom; the kernel is below all of them, everything else in server/src above. */
export const LEVELS = [
  ["audit", "ledger", "identity", "control-changes", "mail", "people", "events", "search"],
  [
    "notifications",
    "attachments",
    "accounts",
    "holdings",
    "recipients",
    "recipient-invites",
    "categories",
    "settings",
    "saved-views",
  ],
  ["rails", "bank-connections", "bank-files", "file-rails", "file-bank", "sandbox-bank"],
  ["payments"],
  [
    "ledger-check",
    "audit-trail",
    "event-feed",
    "webhooks",
    "statements",
    "reconciliation",
    "approvals",
    "treasury",
    "category-rules",
  ],
  [
    "payment-notices",
    "timeline",
    "payment-documents",
    "recurring-payments",
    "comments",
    "dashboard",
    "invoicing",
    "global-search",
    "sandbox",
  ],
];
