export const profileRoutes = [] as const;
