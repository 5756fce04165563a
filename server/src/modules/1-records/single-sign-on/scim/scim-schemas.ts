/** Names of RFC 7643 and RFC 7644. */
export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const LIST_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
export const ERROR_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:Error";
export const SCIM_JSON = "application/scim+json";

const attribute = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  name,
  type: "string",
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...more,
});

/** What a client can read and write here (RFC 7643 §7): nothing else is kept. */
export const schemas = [
  {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
    id: USER_SCHEMA,
    name: "User",
    description: "A user of the organization.",
    attributes: [
      attribute("userName", { required: true, uniqueness: "server" }),
      attribute("externalId", { caseExact: true }),
      attribute("name", {
        type: "complex",
        subAttributes: [
          attribute("givenName"),
          attribute("familyName"),
          attribute("formatted", { mutability: "readOnly" }),
        ],
      }),
      attribute("displayName", { mutability: "readOnly" }),
      attribute("active", { type: "boolean" }),
      attribute("emails", {
        type: "complex",
        multiValued: true,
        mutability: "immutable",
        subAttributes: [attribute("value"), attribute("type"), attribute("primary", { type: "boolean" })],
      }),
      attribute("groups", {
        type: "complex",
        multiValued: true,
        mutability: "readOnly",
        subAttributes: [attribute("value"), attribute("display")],
      }),
    ],
  },
  {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
    id: GROUP_SCHEMA,
    name: "Group",
    description: "A group of users, which may give them a role.",
    attributes: [
      attribute("displayName", { required: true, uniqueness: "server" }),
      attribute("externalId", { caseExact: true }),
      attribute("members", {
        type: "complex",
        multiValued: true,
        subAttributes: [
          attribute("value", { mutability: "immutable" }),
          attribute("display", { mutability: "readOnly" }),
        ],
      }),
    ],
  },
] as const;

export const scimResourceTypes = [
  { name: "User", endpoint: "/Users", schema: USER_SCHEMA },
  { name: "Group", endpoint: "/Groups", schema: GROUP_SCHEMA },
].map(({ name, endpoint, schema }) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
  id: name,
  name,
  endpoint,
  schema,
}));

/** The most that one page of a list has. */
export const PAGE_MAX = 200;

export const serviceProviderConfig = {
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "An API token of the kind provisioning.",
      primary: true,
    },
  ],
};
