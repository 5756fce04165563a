import { NO_HIDDEN_CHARACTERS } from "bursar-banking/text/hidden-characters";
import { type Static, Type } from "typebox";
import { OneOf, object, Uuid } from "#kernel/http/schemas.ts";
import { IdempotencyKey } from "#kernel/idempotency/key.ts";
import type { Id, UserId } from "#kernel/values/ids.ts";
import type { Caller } from "#records/identity";
import { personOf } from "#records/people";

export type SavedViewId = Id<"savedView">;

/** The lists that can be saved, and the scope without which a person cannot open each. */
export const scopeOfPage = {
  transactions: "fetchTransactions",
  approvals: "fetchSendMoneyRequests",
  transfers: "fetchTransactions",
  account: "fetchTransactions",
} as const;
export type ViewPage = keyof typeof scopeOfPage;
export const viewPages = ["transactions", "approvals", "transfers", "account"] as const satisfies readonly ViewPage[];

/** Everyone with this permission may change or delete shared views of others. */
const MANAGES = "manageOrganization";

/** A row of saved_views. */
export interface SavedViewRow {
  readonly view_id: SavedViewId;
  readonly page: ViewPage;
  readonly name: string;
  readonly query: string;
  readonly is_shared: boolean;
  readonly created_by: UserId;
}

/** Names and encoded values only: no address, so that a view never leads anywhere but to its list. */
const QUERY = "^(?:[A-Za-z_]{1,40}=[A-Za-z0-9*._+%-]*(?:&[A-Za-z_]{1,40}=[A-Za-z0-9*._+%-]*)*)?$";

const fields = {
  page: OneOf(viewPages, "The list: `account` is the activity of any account.", "SavedViewPage"),
  name: Type.String({ minLength: 1, maxLength: 60, pattern: NO_HIDDEN_CHARACTERS, description: "The name." }),
  query: Type.String({
    maxLength: 2_000,
    pattern: QUERY,
    description: "Filters and order, as in the address of the page, without a question mark.",
  }),
  isShared: Type.Boolean({ description: "Whether everyone who may open the list sees it." }),
};

export const PageOfViews = Type.Optional(fields.page);

export const SavedViewSchema = object(
  {
    id: Uuid("The view."),
    page: fields.page,
    name: Type.String({ description: "The name." }),
    query: Type.String({ description: "Filters and order, as in the address of the page." }),
    isShared: fields.isShared,
    createdBy: Uuid("The user who created it."),
    canChange: Type.Boolean({ description: "Whether the signed-in user may change and delete it." }),
  },
  { title: "SavedView" },
);
export type SavedView = Static<typeof SavedViewSchema>;

export const NewSavedViewSchema = object(
  { ...fields, idempotencyKey: IdempotencyKey },
  { title: "CreateSavedViewRequest" },
);
export type NewSavedView = Static<typeof NewSavedViewSchema>;

export const SavedViewChangeSchema = object(
  {
    name: Type.Optional(fields.name),
    query: Type.Optional(fields.query),
    isShared: Type.Optional(fields.isShared),
  },
  { title: "UpdateSavedViewRequest" },
);
export type SavedViewChange = Static<typeof SavedViewChangeSchema>;

/** The pages that the caller may open. */
export const openPages = ({ scopes }: Caller): readonly ViewPage[] =>
  viewPages.filter((page) => scopes.has(scopeOfPage[page]));

/** Private views of others do not exist for the caller, nor do those of pages that the caller cannot open. */
export const isVisible = (row: Pick<SavedViewRow, "page" | "is_shared" | "created_by">, caller: Caller): boolean =>
  (row.is_shared || row.created_by === personOf(caller).userId) && caller.scopes.has(scopeOfPage[row.page]);

/** Whether the caller, who sees it, may also change it. */
export const canChange = ({ created_by: createdBy }: Pick<SavedViewRow, "created_by">, caller: Caller): boolean =>
  createdBy === personOf(caller).userId || caller.person?.permissions.has(MANAGES) === true;

export const renderView = (row: SavedViewRow, caller: Caller): SavedView => ({
  id: row.view_id,
  page: row.page,
  name: row.name,
  query: row.query,
  isShared: row.is_shared,
  createdBy: row.created_by,
  canChange: canChange(row, caller),
});
