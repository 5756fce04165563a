import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../app/routes.tsx";
import { cursorParams } from "../../app/search-params.ts";
import type { Cursor } from "../../ui/table/pager.tsx";

interface NotificationsSearch extends Cursor {
  readonly unread?: true | undefined;
}

export const notificationPageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/notifications",
    validateSearch: (search: Record<string, unknown>): NotificationsSearch => ({
      unread: search["unread"] === true ? true : undefined,
      ...cursorParams(search),
    }),
    component: lazyRouteComponent(() => import("./notifications-page.tsx"), "NotificationsPage"),
  }),
] as const;
