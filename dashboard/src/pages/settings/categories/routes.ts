import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { signedInRoute } from "../../../app/routes.tsx";
import { textParam } from "../../../app/search-params.ts";

export const categoriesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/settings/categories",
  // What is being edited: the id of a category or rule, or `new`.
  validateSearch: ({ category, rule }: Record<string, unknown>) => ({
    category: textParam(category),
    rule: textParam(rule),
  }),
  component: lazyRouteComponent(() => import("./categories-page.tsx"), "CategoriesPage"),
});

export const categoryPageRoutes = [categoriesRoute] as const;
