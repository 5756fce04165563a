import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Long enough for the first page to load its data. */
const REST_MS = 2_000;

/**
 * Loads the other pages' scripts in advance, so that they open at once and survive a short outage. A script that fails
 * to load is loaded when its page opens.
 */
export function usePreloadPages(): void {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const route of Object.values(router.routesById)) router.loadRouteChunk(route)?.catch(() => undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [router]);
}
