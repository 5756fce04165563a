import type { FastifyInstance } from "fastify";
import type { Refusal } from "../refusal.ts";
import { refuseHttp } from "./http-refusals.ts";
import { stripApiPrefix } from "./parsing.ts";

/** The routes by pattern, to say which methods a path supports. */
export interface KnownRoutes {
  /** 404 for an unknown path; 405 with the supported methods for a known path and another method (decision P4). */
  refusalOf(method: string, url: string): Refusal;
}

export function createKnownRoutes(): KnownRoutes & { add(url: string, methods: readonly string[]): void } {
  const methodsByPattern = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  return {
    add(url, methods) {
      const route = methodsByPattern.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
      for (const method of methods) route.methods.add(method);
      methodsByPattern.set(url, route);
    },
    refusalOf(method, url) {
      const path = stripApiPrefix(url.split("?")[0] ?? "/");
      const allowed = [...methodsByPattern.values()]
        .filter((route) => route.pattern.test(path))
        .flatMap((route) => [...route.methods]);
      // The route supports the method but did not find the resource, such as a file that does not exist.
      if (allowed.length === 0 || allowed.includes(method))
        return refuseHttp("routeNotFound", { details: { method, path: path.slice(0, 200) } });
      const list = [...new Set(allowed)].sort().join(", ");
      return refuseHttp("methodNotAllowed", {
        details: { method, path: path.slice(0, 200), allowed: list },
        headers: { allow: list },
      });
    },
  };
}

export function registerRouteNotFound(app: FastifyInstance, routes: ReturnType<typeof createKnownRoutes>): void {
  app.addHook("onRoute", (route) => routes.add(route.url, [route.method].flat()));
  // Before the body is read: no route says which media types it accepts, and QUERY would fail without one.
  app.addHook("preParsing", (request, _reply, payload, done) => {
    if (request.is404) done(routes.refusalOf(request.method, request.url));
    else done(null, payload);
  });
  app.setNotFoundHandler(async (request) => {
    throw routes.refusalOf(request.method, request.url);
  });
}

const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll(/:[A-Za-z]+/g, "[^/]+")
      .replaceAll("*", ".*")}/?$`,
  );
