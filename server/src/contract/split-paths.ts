import { operationsOf, type Paths } from "./complete-document.ts";
import type { Operation } from "./components/openapi-headers.ts";

/** The operations of each document. A path whose methods have different callers is in both. */
export interface SplitPaths {
  readonly openapi: Paths;
  readonly dashboard: Paths;
}

/**
 * Divides operations by what their `security` accepts: those that tokens may call belong to the API, those that only
 * signed-in users may call belong to the dashboard. Public operations follow their group: signing in belongs to the
 * dashboard, like everything else in its group that needs a caller.
 */
export function splitPaths(paths: Paths): SplitPaths {
  const operations = operationsOf(paths);
  const groupsOf = (callers: Callers) =>
    new Set(operations.filter((operation) => callersOf(operation) === callers).map(groupOf));
  const [withTokens, withPeople] = [groupsOf("tokens"), groupsOf("people")];
  const isForDashboard = (operation: Operation): boolean => {
    const callers = callersOf(operation);
    const group = groupOf(operation);
    return callers === "people" || (callers === "everyone" && withPeople.has(group) && !withTokens.has(group));
  };
  return {
    openapi: only(paths, (operation) => !isForDashboard(operation)),
    dashboard: only(paths, isForDashboard),
  };
}

type Callers = "tokens" | "people" | "everyone";

/** Without `security`, the document's applies: tokens and people. */
function callersOf({ security }: Operation): Callers {
  if (!Array.isArray(security)) return "tokens";
  if (security.length === 0) return "everyone";
  return security.every((way) => "session" in Object(way)) ? "people" : "tokens";
}

const groupOf = ({ tags }: Operation): unknown => (Array.isArray(tags) ? tags[0] : undefined);

const only = (paths: Paths, isWanted: (operation: Operation) => boolean): Paths =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) => {
      const chosen = Object.entries(methods).filter(([, operation]) => isWanted(operation));
      return chosen.length === 0 ? [] : [[path, Object.fromEntries(chosen)]];
    }),
  );
