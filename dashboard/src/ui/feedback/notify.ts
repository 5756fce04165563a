import { notifications } from "@mantine/notifications";
import { messageOf } from "../../api/api-error.ts";

export const notifyDone = (message: string): void => void notifications.show({ message, color: "evergreen" });

export const notifyProblem = (error: unknown): void => notifyTrouble(messageOf(error));

/** A problem that is a sentence already. */
export const notifyTrouble = (message: string): void =>
  void notifications.show({ message, color: "red", autoClose: 8000 });
