export const recipientsRoutes = [] as const;
