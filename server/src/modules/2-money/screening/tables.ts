import type { OwnedTables } from "#kernel/sql/owned-tables.ts";
import { provenTable } from "#kernel/sql/proven-table.ts";

/** What screens: without it, payments would leave unscreened. */
export const screeners = provenTable("screeners", {
  key: [],
  columns: ["screener_id", "kind", "url", "threshold", "countries", "fail_after_hours", "version", "changed_at"],
});

/** Which list is used. Its content is proven by its digest. */
export const screeningLists = provenTable("screening_lists", {
  key: ["list_id"],
  columns: ["name", "published_on", "files", "entries", "content_sha256", "loaded_at", "loaded_by"],
});

/** What a screener said: a payment leaves with it. */
export const screeningChecks = provenTable("screening_checks", {
  key: ["recipient_id", "digest"],
  columns: ["party", "basis", "matches", "checked_at"],
});

/** What two people decided: a payment leaves with it. */
export const screeningCases = provenTable("screening_cases", {
  key: ["case_id"],
  columns: [
    "recipient_id",
    "digest",
    "party",
    "entry_key",
    "match",
    "state",
    "found_at",
    "reason",
    "proposed_by",
    "decided_by",
    "decided_at",
  ],
});

export const ownedTables: OwnedTables = {
  tables: ["screeners", "screening_lists", "screening_asks", "screening_checks", "screening_cases"],
};
