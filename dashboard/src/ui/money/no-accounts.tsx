import { Code } from "@mantine/core";
import { Empty } from "../feedback/empty.tsx";

/** A new organization has no account: the operator opens accounts on the command line. */
export const NoAccounts = () => (
  <Empty title="No accounts yet">
    Your server administrator can open accounts with <Code style={{ whiteSpace: "nowrap" }}>bursar account open</Code>.
  </Empty>
);
