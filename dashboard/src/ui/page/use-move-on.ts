import { type UseNavigateResult, useMatch, useNavigate, useRouter } from "@tanstack/react-router";

/** Whether the user is still on this page, and has not opened or begun to open another one. */
export function useIsHere(): () => boolean {
  const router = useRouter();
  // Unlike the location, the page's own path while another is being opened, and that of each of its records.
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return () => router.latestLocation.pathname === own;
}

/** Opens another page when an action is done, unless its user has meanwhile opened one: nobody is taken away from there. */
export function useMoveOn(): UseNavigateResult<string> {
  const isHere = useIsHere();
  const navigate = useNavigate();
  return async (options) => {
    if (isHere()) await navigate(options);
  };
}
