import { freePort } from "../../../server/test/kit/service/free-port.ts";

/** Of services that have ended. The next one is at the same address, for which the browser has cached the scripts. */
const returned: number[] = [];

export const lendPort = async (): Promise<number> => returned.pop() ?? (await freePort());

export const returnPort = (port: number): void => void returned.push(port);
