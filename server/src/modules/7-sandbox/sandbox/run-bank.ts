import type { Service } from "#kernel/process/service.ts";
import type { OrganizationId } from "#kernel/values/ids.ts";
import { nextDueAnswerAt, nextHandOverAt, runBankAnswers, runHandOver, submitNow } from "#payments/payments";
import { magicNumberScreening } from "#sandbox/sandbox-bank";
import { type Pump, runWorkersUntilIdle } from "./advance-clock.ts";
import type { SandboxRail } from "./sandbox-rail.ts";

/** Payments are handed over to the simulated bank. */
export const handOverPump = (service: Service, bank: SandboxRail): Pump => ({
  isTimed: true,
  nextDueAt: () => nextHandOverAt(service),
  run: () => runHandOver(service, bank, { screen: magicNumberScreening }),
});

/** The simulated bank's answers move payments. */
export const answersPump = (service: Service): Pump => ({
  isTimed: true,
  nextDueAt: () => nextDueAnswerAt(service),
  run: () => runBankAnswers(service),
});

/** Submits all waiting payments of the organization, and makes the bank send all of its answers now. */
export async function runBank(
  service: Service,
  bank: SandboxRail,
  organizationId: OrganizationId,
): Promise<{ handedOver: number; answered: number }> {
  await submitNow(service, organizationId);
  const handedOver = await runWorkersUntilIdle(() => runHandOver(service, bank, { screen: magicNumberScreening }));
  await bank.answerEverything(organizationId);
  return { handedOver, answered: await runWorkersUntilIdle(() => runBankAnswers(service)) };
}
