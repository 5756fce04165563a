import { notifications } from "@mantine/notifications";
import { messageOf } from "../../api/api-error.ts";

/** Something the person asked for is done. */
export const notifyDone = (message: string): void => void notifications.show({ message, color: "evergreen" });

/** It is not done, and why. */
export const notifyProblem = (error: unknown): void =>
  void notifications.show({ message: messageOf(error), color: "red", autoClose: 8000 });
