export const sandboxRoutes = [] as const;
