import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";

/** Goes where somebody who has just signed in was going. */
export function useRedirectAfterSignIn(): (to?: string) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (to = "/dashboard/") => {
    // Whoever was signed in before leaves nothing behind.
    queryClient.clear();
    await router.invalidate();
    router.history.replace(to);
  };
}
