import { Code } from "@mantine/core";
import { Empty } from "../feedback/empty.tsx";

/** A new organization has no account: the operator opens accounts on the command line. */
export const NoAccounts = () => (
  <Empty title="There are no accounts yet">
    Whoever runs this service opens them on its command line, with{" "}
    <Code style={{ whiteSpace: "nowrap" }}>bursar account open</Code>.
  </Empty>
);
