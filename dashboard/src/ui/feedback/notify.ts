import { notifications } from "@mantine/notifications";
import { messageOf } from "../../api/api-error.ts";

export const notifyDone = (message: string): void => void notifications.show({ message, color: "evergreen" });

export const notifyProblem = (error: unknown): void =>
  void notifications.show({ message: messageOf(error), color: "red", autoClose: 8000 });
