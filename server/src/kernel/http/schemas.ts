import { type Static, type TSchema, Type } from "typebox";

/** Schemas shared by all modules. */
export const Uuid = (description: string) => Type.String({ format: "uuid", description });
/** An id, or an empty string: some clients always send the member. */
export const UUID_OR_EMPTY = "^$|^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$";
/** In UTC with milliseconds, as the document says for all of them. */
export const Timestamp = (description: string) => Type.String({ format: "date-time", description });
export const Day = (description: string) =>
  Type.String({ format: "date", description: `${description} A date in New York, YYYY-MM-DD.` });
export const Usd = (description: string) => Type.Number({ description: `${description} US dollars.` });
export const PaymentAmount = (description: string) =>
  Type.Number({
    minimum: 0.01,
    maximum: 999_999_999.99,
    description: `${description} US dollars, at most two decimals.`,
    examples: [125.5],
  });
/** The schema, or null, written as `type: [..., "null"]`, which OpenAPI tools support best. */
export const Nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: values } = schema as { readonly type?: unknown; readonly enum?: readonly unknown[] };
  if (typeof type !== "string") return Type.Unsafe<Static<T> | null>(Type.Union([schema, Type.Null()]));
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, "null"],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  });
};
export const OneOf = <const Values extends readonly string[]>(values: Values, description: string, title?: string) =>
  Type.Unsafe<Values[number]>({ type: "string", enum: [...values], description, ...(title ? { title } : {}) });
/** `title` names the schema in the OpenAPI document (`named-schemas.ts`). */
export const object = <P extends Record<string, TSchema>>(
  properties: P,
  options: { readonly description?: string; readonly title?: string } = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

/** For routes called by probes and scrapers, which may add parameters of their own: any parameters are accepted. */
export const anyParameters = Type.Object({});

/** A member that is accepted for older clients, but not in the API documents. */
export const UNDOCUMENTED = "x-undocumented";

/** `?preview=true` on a route that has an operation for previews: older clients use it (decision P15). */
export const previewParameter = object({
  preview: Type.Optional(
    Type.Unsafe<"true" | "false">({ type: "string", enum: ["true", "false"], [UNDOCUMENTED]: true }),
  ),
});

/** A response that its route does not document: that of an undocumented parameter. */
export const asUndocumented = (body: unknown): never =>
  // The type of the documented response, for the route's own sake: nothing serializes by it.
  body as never;

/** One of this service's identifiers in a path. */
export const idParams = <const Name extends string>(name: Name, description: string) =>
  object({ [name]: Uuid(description) } as { [K in Name]: ReturnType<typeof Uuid> });

export const PageSchema = object(
  {
    nextPage: Type.Optional(
      Type.String({ description: "Pass as `start_after` to get the next page. Absent on the last page." }),
    ),
    previousPage: Type.Optional(
      Type.String({ description: "Pass as `end_before` to get the previous page. Absent on the first page." }),
    ),
  },
  { title: "Page", description: "Always an object; empty if all items are on this page." },
);

/** The direction of a list; `description` says of what, and the default. */
export const SortOrder = (description: string) => OneOf(["asc", "desc"], description, "SortOrder");

/** The query parameters of a cursor-paged list (wire contract §1.7). */
export const cursorParameters = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: "Items per page. The default is 1000." }),
  ),
  order: Type.Optional(SortOrder("Order of creation. The default is `asc`.")),
  start_after: Type.Optional(Uuid("Returns the page after this item.")),
  end_before: Type.Optional(Uuid("Returns the page that ends just before this item.")),
};

export interface CursorQuery {
  readonly limit?: number;
  readonly order?: "asc" | "desc";
  readonly start_after?: string;
  readonly start_at?: string;
  readonly end_before?: string;
}
export type PageBounds = Static<typeof PageSchema>;
