import type { BankConnection, BankRail } from "../../api/generated/types.gen.ts";

export const railNames: Readonly<Record<BankRail, string>> = {
  ach: "ACH",
  check: "Check",
  wire: "Domestic wire",
  internationalWire: "International wire",
  realTime: "Real-time payment",
};

export const connectionMarks: Readonly<
  Record<BankConnection["state"], { readonly label: string; readonly color: string }>
> = {
  draft: { label: "Draft", color: "gray" },
  rehearsal: { label: "Rehearsal", color: "blue" },
  live: { label: "Live", color: "evergreen" },
};

export const channelNames: Readonly<Record<BankConnection["kind"], string>> = {
  folder: "Folder",
  sftp: "SFTP",
  simulated: "Simulated bank",
};
