import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/** Long enough for the first page to load its data. */
const REST_MS = 2_000;

/**
 * Loads the other pages' scripts in advance, so that they open at once and survive a short outage. A script that fails
 * to load is loaded when its page opens, and so is every script in a browser that saves data.
 */
export function usePreloadPages(): void {
  const router = useRouter();
  useEffect(() => {
    if (savesData()) return;
    const timer = setTimeout(() => {
      for (const route of Object.values(router.routesById)) router.loadRouteChunk(route)?.catch(() => undefined);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [router]);
}

/** Whether the user has turned on the browser's data saver. */
function savesData(): boolean {
  // TypeScript does not know this property, which Firefox and Safari lack.
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
