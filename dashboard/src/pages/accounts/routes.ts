export const accountsRoutes = [] as const;
