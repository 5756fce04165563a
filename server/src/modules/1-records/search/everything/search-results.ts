import { type Static, Type } from "typebox";
import { Nullable, OneOf, object, Timestamp, Usd, Uuid } from "#kernel/http/schemas.ts";

/** The longest text that is searched for. */
export const SEARCH_LENGTH_MAX = 200;

const text = (description: string) => Nullable(Type.String({ description }));

const resultTypes = ["recipient", "transaction", "transfer", "request", "invoice", "account"] as const;

export const SearchRequest = object(
  {
    text: Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description:
        "Beginnings of words of names, memos, notes, and references; an amount; an id or its beginning (eight digits or more); or the last four digits of an account number.",
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description: "Results of each type; 5 by default." })),
  },
  { title: "SearchRequest" },
);

const SearchResult = object(
  {
    type: OneOf(
      resultTypes,
      "What was found: `transfer` is a transaction between the organization's accounts, `request` a request for approval.",
      "SearchResultType",
    ),
    id: Uuid("Its id."),
    name: Type.String({
      description: "The recipient, the counterparty, the customer of an invoice, or the account.",
    }),
    memo: text("Memo or note of a transaction or request; number of an invoice; otherwise null."),
    reference: text("Tracking or check number of a transaction, if it has one."),
    lastFour: text("Last four digits of the account number of a recipient or account."),
    amount: Nullable(Usd("The amount; negative when money leaves the account.")),
    status: text("Status of a transaction, request, or invoice."),
    createdAt: Nullable(Timestamp("When the transaction or request was created.")),
  },
  { title: "SearchResult" },
);
export type SearchResult = Static<typeof SearchResult>;

export const SearchResultList = object(
  {
    results: Type.Array(SearchResult, {
      description: "By type. Of each type, the best matches: ids and amounts first, then the newest.",
    }),
  },
  { title: "SearchResultList" },
);
