export const payRoutes = [] as const;
