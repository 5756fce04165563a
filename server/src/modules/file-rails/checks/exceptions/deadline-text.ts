/** The bank's deadline as people read it, such as "November 27, 2026 at 1:00 PM in New York". */
export const deadlineText = (at: Date): string =>
  `${at.toLocaleString("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "America/New_York" })} in New York`;
