import type { BankRail } from "#bank/exchange";
import type { OrganizationId } from "#kernel/values/ids.ts";
import type { OpenRail, RailPart } from "../rail-part.ts";

/** An organization's rails. Payments of a rail that is not among them wait. */
export type OpenRails = ReadonlyMap<BankRail, OpenRail>;

/** Reads the organization's connections for these rails, or all of them. */
export async function openRails(
  parts: readonly RailPart[],
  organizationId: OrganizationId,
  onlyRails?: ReadonlySet<BankRail>,
): Promise<OpenRails> {
  const open = new Map<BankRail, OpenRail>();
  for (const part of parts)
    if (onlyRails?.has(part.rail) !== false) open.set(part.rail, await part.open(organizationId));
  return open;
}
