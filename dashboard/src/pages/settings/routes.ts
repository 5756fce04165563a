import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { cursorParams, textParam } from "../../app/search-params.ts";
import type { Cursor } from "../../ui/table/pager.tsx";
import { auditSearchOf } from "./audit/audit-search.ts";
import { deliverySearchOf } from "./webhooks/delivery-search.ts";

interface PeopleSearch extends Cursor {
  /** The user being edited, or `new` for an invitation. */
  readonly edit?: string | undefined;
}

export const settingsPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings",
    component: lazyRouteComponent(() => import("./settings-page.tsx"), "SettingsPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/connect",
    // What an application asks for, as the service's authorization endpoint packed it.
    validateSearch: ({ request }: Record<string, unknown>): { request: string } => ({
      request: typeof request === "string" ? request : "",
    }),
    component: lazyRouteComponent(() => import("./tokens/connect-page.tsx"), "ConnectPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/changes",
    component: lazyRouteComponent(() => import("./changes/changes-page.tsx"), "ChangesPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/organization",
    component: lazyRouteComponent(() => import("./organization/organization-page.tsx"), "OrganizationPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/single-sign-on",
    component: lazyRouteComponent(() => import("./single-sign-on/single-sign-on-page.tsx"), "SingleSignOnPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/screening",
    component: lazyRouteComponent(() => import("./screening/screening-page.tsx"), "ScreeningPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/people",
    validateSearch: (search: Record<string, unknown>): PeopleSearch => ({
      edit: textParam(search["edit"]),
      ...cursorParams(search),
    }),
    component: lazyRouteComponent(() => import("./people/people-page.tsx"), "PeoplePage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/people/$userId",
    component: lazyRouteComponent(() => import("./people/user-page.tsx"), "UserPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/rules",
    // The rule in the editor: its ID, or `new`.
    validateSearch: ({ edit }: Record<string, unknown>): { edit?: string | undefined } => ({
      edit: typeof edit === "string" ? edit : undefined,
    }),
    component: lazyRouteComponent(() => import("./rules/rules-page.tsx"), "RulesPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/categories",
    // What is being edited: the id of a category or rule, or `new`.
    validateSearch: ({ category, rule }: Record<string, unknown>) => ({
      category: textParam(category),
      rule: textParam(rule),
    }),
    component: lazyRouteComponent(() => import("./categories/categories-page.tsx"), "CategoriesPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/tokens",
    component: lazyRouteComponent(() => import("./tokens/tokens-page.tsx"), "TokensPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/tokens/$tokenId",
    component: lazyRouteComponent(() => import("./tokens/token-page.tsx"), "TokenPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/webhooks",
    component: lazyRouteComponent(() => import("./webhooks/webhooks-page.tsx"), "WebhooksPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/webhooks/$webhookId",
    validateSearch: deliverySearchOf,
    component: lazyRouteComponent(() => import("./webhooks/webhook-page.tsx"), "WebhookPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/audit",
    validateSearch: auditSearchOf,
    component: lazyRouteComponent(() => import("./audit/audit-page.tsx"), "AuditPage"),
  }),
] as const;
