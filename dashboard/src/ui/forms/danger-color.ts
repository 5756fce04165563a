/** What takes something away for good: the one red whose white words are dark enough a ground apart (WCAG AA). */
export const DANGER = "red.9";
