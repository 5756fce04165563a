export const LEVELS: readonly (readonly string[])[];
