import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** After the first page has what it needs. */
const REST_MS = 2_000;

/**
 * Loads the scripts of the other pages while the first one is being read: they open at once then, and open still when the
 * service is away for a moment. What fails is loaded when its page is opened.
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
