/** For destructive actions: the red with enough contrast for white text (WCAG 2 AA). */
export const DANGER = "red.9";
