import type { Api } from "../../kernel/http/api.ts";
import { isScopeName, routeScopesBesides } from "./scopes.ts";

/** A route and what opens it: for the authorization table and the contract. */
export interface RouteFacts {
  readonly method: string;
  readonly url: string;
  readonly scope: string;
  readonly allowlisted: boolean;
  readonly permission: string | undefined;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Every route registered so far, in order of registration. */
    routeTable: RouteFacts[];
  }
  interface FastifyContextConfig {
    /**
     * What opens the route: the name of a scope, `anyToken` (a valid token, whatever its scopes), `person` (anyone signed in
     * to the dashboard, and no token), or `public`. Every route states one; start-up fails on a route that does not.
     */
    scope?: string;
    /** What a person needs in addition to the scope: a permission or, with `anyToken`, a scope. Tokens have no permissions. */
    permission?: string;
    /** The caller's address must be on the token's allowlist (specification §5.4). */
    allowlisted?: boolean;
    /** A person must prove again who they are (POST /session/step-up) before the route opens. */
    stepUp?: boolean;
    /** Also open to people who have not yet set up the second factor that their organization requires. */
    worksWithoutSecondFactor?: true;
  }
}

/** Keeps the table of routes. Start-up fails on a route that states no scope, or one that is not in the catalog. */
export function registerRoutePolicy(app: Api): void {
  app.decorate("routeTable", []);
  app.addHook("onRoute", (route) => {
    const { scope, allowlisted = false, permission } = route.config ?? {};
    for (const method of [route.method].flat()) {
      const name = `Route ${method} ${route.url}`;
      if (scope === undefined) throw new TypeError(`${name} states no scope`);
      if (!isScopeName(scope) && !routeScopesBesides.some((other) => other === scope))
        throw new TypeError(`${name} states the scope ${scope}, which is not in the catalog`);
      app.routeTable.push({ method, url: route.url, scope, allowlisted, permission });
    }
  });
}
