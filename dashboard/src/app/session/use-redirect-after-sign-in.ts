import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";

/** Redirects to the page that was requested before the sign-in. */
export function useRedirectAfterSignIn(): (to?: string) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (to = "/dashboard/") => {
    // Cached data may belong to the previous user.
    queryClient.clear();
    await router.invalidate();
    router.history.replace(to);
  };
}
