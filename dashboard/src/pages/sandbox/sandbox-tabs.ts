/** The parts of the page, in the order in which they are offered. */
export const sandboxTabs = {
  time: "Time and money",
  bank: "Bank",
  emails: "Emails",
  numbers: "Magic numbers",
} as const;

export type SandboxTab = keyof typeof sandboxTabs;

export const isSandboxTab = (value: unknown): value is SandboxTab =>
  typeof value === "string" && Object.hasOwn(sandboxTabs, value);
