import { Type } from "typebox";
import type { Api } from "#kernel/http/api.ts";
import { cursorParameters, idParams, OneOf, object, PageSchema, SortOrder, Uuid } from "#kernel/http/schemas.ts";
import type { Service } from "#kernel/process/service.ts";
import { callerOf } from "#records/identity";
import { listNotifications, NotificationSchema, readAll, readOne, unreadCount } from "./bell.ts";
import { kindGroups } from "./kinds.ts";
import { deliveries } from "./preferences.queries.ts";
import { choosePreference, readPreferences } from "./preferences.ts";

const tags = ["Dashboard"];

/** What concerns the signed-in user, and how the user receives it. Tokens have no notifications. */
export function notificationRoutes(app: Api, service: Service): void {
  listRoute(app, service);
  countRoute(app, service);
  readRoutes(app, service);
  preferenceRoutes(app, service);
}

function listRoute(app: Api, service: Service): void {
  app.get(
    "/notifications",
    {
      config: { scope: "person", refusals: ["unknownCursor", "conflictingCursors"] },
      schema: {
        operationId: "listNotifications",
        summary: "List notifications",
        description:
          "What concerns the signed-in user, of the last 90 days, newest first. What the user may not open is left out.",
        tags,
        querystring: object({
          unread: Type.Optional(Type.Boolean({ description: "Only those that are neither read nor done." })),
          ...cursorParameters,
          order: Type.Optional(SortOrder("Order of creation. The default is `desc`.")),
        }),
        response: {
          200: object(
            { notifications: Type.Array(NotificationSchema, { description: "The page." }), page: PageSchema },
            { title: "NotificationList" },
          ),
        },
      },
    },
    (request) => listNotifications(service, callerOf(request), request.query),
  );
}

function countRoute(app: Api, service: Service): void {
  app.get(
    "/notifications/unread-count",
    {
      config: { scope: "person" },
      schema: {
        operationId: "countUnreadNotifications",
        summary: "Count unread notifications",
        description: "Those that are neither read nor done.",
        tags,
        response: {
          200: object(
            { count: Type.Integer({ description: "How many, counted up to 100." }) },
            { title: "UnreadNotifications" },
          ),
        },
      },
    },
    async (request) => ({ count: await unreadCount(service, callerOf(request)) }),
  );
}

function readRoutes(app: Api, service: Service): void {
  app.post(
    "/notifications/:notificationId/read",
    {
      config: { scope: "person", refusals: ["resourceNotFound"] },
      schema: {
        operationId: "readNotification",
        summary: "Mark a notification as read",
        description: "For the signed-in user. Repeating it changes nothing.",
        tags,
        params: idParams("notificationId", "The notification."),
        response: { 204: Type.Null({ description: "It is read." }) },
      },
    },
    async (request, reply) => {
      await readOne(service, callerOf(request), request.params.notificationId);
      return reply.code(204).send(null);
    },
  );
  app.post(
    "/notifications/read",
    {
      config: { scope: "person" },
      schema: {
        operationId: "readNotifications",
        summary: "Mark notifications as read",
        description:
          "All of the signed-in user's notifications up to the newest one that was shown: one that arrives meanwhile stays unread.",
        tags,
        body: {
          ...object({ upTo: Uuid("The newest notification shown.") }, { title: "ReadNotificationsRequest" }),
          examples: [{ upTo: "01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10" }],
        },
        response: {
          200: object(
            { count: Type.Integer({ description: "How many were unread." }) },
            { title: "ReadNotifications" },
          ),
        },
      },
    },
    async (request) => ({ count: await readAll(service, callerOf(request), request.body.upTo) }),
  );
}

const PreferenceSchema = object(
  {
    group: OneOf(kindGroups, "Notifications that are chosen together.", "NotificationGroup"),
    delivery: OneOf(
      deliveries,
      "`immediately`: an email for each; `digest`: in one email a day; `off`: no emails.",
      "NotificationDelivery",
    ),
  },
  { title: "NotificationPreference" },
);
const PreferencesSchema = object(
  {
    preferences: Type.Array(PreferenceSchema, {
      description: "The groups of which the user can receive something.",
    }),
  },
  { title: "NotificationPreferenceList" },
);

function preferenceRoutes(app: Api, service: Service): void {
  app.get(
    "/session/notification-preferences",
    {
      config: { scope: "person" },
      schema: {
        operationId: "listNotificationPreferences",
        summary: "List the user's choices of emails",
        description:
          "How the signed-in user receives the emails about notifications. The dashboard shows all of them. Emails about the user's own sign-in are always sent.",
        tags: ["Session"],
        response: { 200: PreferencesSchema },
      },
    },
    async (request) => ({ preferences: [...(await readPreferences(service, callerOf(request)))] }),
  );
  app.post(
    "/session/notification-preferences",
    {
      config: { scope: "person" },
      schema: {
        operationId: "chooseNotificationPreference",
        summary: "Choose how the user receives emails",
        description: "For one group. Takes effect with the next notification.",
        tags: ["Session"],
        body: {
          ...PreferenceSchema,
          examples: [{ group: "approvals", delivery: "digest" }],
        },
        response: { 200: PreferencesSchema },
      },
    },
    async (request) => ({ preferences: [...(await choosePreference(service, callerOf(request), request.body))] }),
  );
}
