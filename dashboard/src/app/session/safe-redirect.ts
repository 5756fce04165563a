/** Pages of this dashboard alone: an address from elsewhere in a link does not lead there after signing in. */
export const safeRedirect = (to: unknown): string | undefined =>
  typeof to === "string" && to.startsWith("/dashboard/") && !to.includes("\\") ? to : undefined;
