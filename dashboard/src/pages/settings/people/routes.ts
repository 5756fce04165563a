import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../../app/routes.tsx";
import { cursorParams, textParam } from "../../../app/search-params.ts";
import type { Cursor } from "../../../ui/table/pager.tsx";

export interface PeopleSearch extends Cursor {
  /** The user being edited, or `new` for an invitation. */
  readonly edit?: string | undefined;
}

export const peoplePageRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/people",
    validateSearch: (search: Record<string, unknown>): PeopleSearch => ({
      edit: textParam(search["edit"]),
      ...cursorParams(search),
    }),
    component: lazyRouteComponent(() => import("./people-page.tsx"), "PeoplePage"),
  }),
] as const;
