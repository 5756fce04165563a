import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../../app/routes.tsx";

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export interface PeopleSearch {
  /** The user being edited, or `new` for an invitation. */
  readonly edit?: string | undefined;
  readonly start_after?: string | undefined;
  readonly end_before?: string | undefined;
}

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/settings/people",
    validateSearch: ({ edit, start_after, end_before }: Record<string, unknown>): PeopleSearch => ({
      edit: text(edit),
      start_after: text(start_after),
      end_before: text(end_before),
    }),
    component: lazyRouteComponent(() => import("./people-page.tsx"), "PeoplePage"),
  }),
] as const;
