import { Stack, Switch } from "@mantine/core";
import type { OrganizationSettings } from "#api/generated/types.gen.ts";
import { Section } from "#ui/page/section.tsx";
import { Dollars, WholeNumber } from "./number-inputs.tsx";

/** The props of each section of the form. */
export interface SettingsPart {
  readonly typed: OrganizationSettings;
  readonly errors: Readonly<Record<string, string>>;
  readonly disabled: boolean;
  readonly onChange: (changes: Partial<OrganizationSettings>) => void;
}

export function BankDetailSettings({ typed, errors, disabled, onChange }: SettingsPart) {
  return (
    <Section title="Bank detail changes">
      <Stack gap="md">
        <Switch
          label="Require confirmation by a second person"
          description="Payments use the active details until the change is confirmed. The person who made it cannot confirm it."
          checked={typed.confirmBankDetailChanges}
          disabled={disabled}
          onChange={(event) => onChange({ confirmBankDetailChanges: event.currentTarget.checked })}
        />
        <WholeNumber
          label="Hold period in hours"
          description="Payments to changed details are on hold for this long. 0 means no hold."
          value={typed.bankDetailsCoolingOffHours}
          error={errors["bankDetailsCoolingOffHours"]}
          disabled={disabled}
          onChange={(hours) => onChange({ bankDetailsCoolingOffHours: hours })}
        />
        <Switch
          label="Require validation before the first ACH payment"
          description="ACH payments to details entered from now on wait until a prenote or micro-deposits have validated them."
          checked={typed.requireAccountValidation}
          disabled={disabled}
          onChange={(event) => onChange({ requireAccountValidation: event.currentTarget.checked })}
        />
      </Stack>
    </Section>
  );
}

export function ApprovalSettings({ typed, errors, disabled, onChange }: SettingsPart) {
  const { approvalStepUpFrom: from } = typed;
  return (
    <Section title="Approvals">
      <Stack gap="md">
        <Switch
          label="Require approvers to confirm their identity"
          description="With a passkey, code, or password before they approve or transfer large amounts."
          checked={from !== null}
          disabled={disabled}
          onChange={(event) => onChange({ approvalStepUpFrom: event.currentTarget.checked ? 10_000 : null })}
        />
        {from !== null && (
          <Dollars
            label="Amount at or above"
            value={from}
            error={errors["approvalStepUpFrom"]}
            disabled={disabled}
            onChange={(amount) => onChange({ approvalStepUpFrom: amount })}
          />
        )}
        <Switch
          label="Requester may approve"
          description="Applies when no approval rule matches. One person can then make a payment alone."
          checked={typed.selfApproval}
          disabled={disabled}
          onChange={(event) => onChange({ selfApproval: event.currentTarget.checked })}
        />
      </Stack>
    </Section>
  );
}

export function PaymentSettings({ typed, errors, disabled, onChange }: SettingsPart) {
  const { wireFees } = typed;
  return (
    <Section title="Payments">
      <Stack gap="md">
        <WholeNumber
          label="Duplicate check window in hours"
          description="The API rejects a payment that repeats another one within this time. 0 turns the check off."
          value={typed.duplicateGuardHours}
          error={errors["duplicateGuardHours"]}
          disabled={disabled}
          onChange={(hours) => onChange({ duplicateGuardHours: hours })}
        />
        <Dollars
          label="Fee when you pay all bank charges"
          description="Per international wire"
          value={wireFees.ours}
          error={errors["wireFees.ours"]}
          disabled={disabled}
          onChange={(ours) => onChange({ wireFees: { ...wireFees, ours } })}
        />
        <Dollars
          label="Fee when charges are shared"
          description="Per international wire"
          value={wireFees.shared}
          error={errors["wireFees.shared"]}
          disabled={disabled}
          onChange={(shared) => onChange({ wireFees: { ...wireFees, shared } })}
        />
        <Switch
          label="Email recipients when a payment is sent"
          description="With the amount, the memo, and the reference; never with bank details. Goes to the recipient's contact email."
          checked={typed.remittanceAdvice}
          disabled={disabled}
          onChange={(event) => onChange({ remittanceAdvice: event.currentTarget.checked })}
        />
      </Stack>
    </Section>
  );
}
