/** The page that is open, to come back to from another site. */
export const here = (): string => `${window.location.pathname}${window.location.search}`;
