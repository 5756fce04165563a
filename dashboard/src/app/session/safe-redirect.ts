/** Only pages of this dashboard, so that a link cannot redirect to another site after sign-in (open redirect). */
export const safeRedirect = (to: unknown): string | undefined =>
  typeof to === "string" && to.startsWith("/dashboard/") && !to.includes("\\") ? to : undefined;
