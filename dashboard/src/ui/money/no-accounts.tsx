import { Code } from "@mantine/core";
import { Empty } from "../feedback/empty.tsx";

/** An organisation that has just been made has no account to pay from: whoever runs the service opens them. */
export const NoAccounts = () => (
  <Empty title="There are no accounts yet">
    Whoever runs this service opens them on its command line, with{" "}
    <Code style={{ whiteSpace: "nowrap" }}>bursar account open</Code>.
  </Empty>
);
