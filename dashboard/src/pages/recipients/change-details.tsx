import { Modal, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { hasFieldProblems } from "../../api/api-error.ts";
import { setInternationalDetails, updateRecipient } from "../../api/generated/sdk.gen.ts";
import type { Recipient } from "../../api/generated/types.gen.ts";
import { useRefresh } from "../../api/refresh.ts";
import { notifyDone } from "../../ui/feedback/notify.ts";
import { Problem } from "../../ui/feedback/problem.tsx";
import { FormButtons } from "../../ui/forms/form-buttons.tsx";
import { submits } from "../../ui/forms/submits.ts";
import { type PaymentMethod, shownMethods } from "../../ui/money/payment-methods.ts";
import { BankFields, bankDetailsBody } from "./bank-fields.tsx";
import { problemsOfMethod } from "./field-problems.ts";
import { internationalBody } from "./international-fields.tsx";
import { detailsFor } from "./typed-details.ts";

/** Replaces one method's bank details. */
export function ChangeDetails({
  recipient,
  method,
  onApplied,
  onClose,
}: {
  readonly recipient: Recipient;
  readonly method: PaymentMethod;
  /** After a change that needs no confirmation by another person. */
  readonly onApplied: () => void;
  readonly onClose: () => void;
}) {
  // Account numbers are entered again; what files say is not secret.
  const [details, setDetails] = useState(() => ({
    ...detailsFor(method),
    ...(method === "ach" ? achFieldsOf(recipient) : {}),
  }));
  const refresh = useRefresh();
  const saving = useMutation({
    mutationFn: async () => {
      const path = { recipientId: recipient.id };
      if (method !== "internationalWire")
        return (await updateRecipient({ path, body: bankDetailsBody(method, details), throwOnError: true })).data;
      return (await setInternationalDetails({ path, body: internationalBody(details), throwOnError: true })).data;
    },
    onSuccess: async ({ awaitingConfirmation }) => {
      notifyDone(
        awaitingConfirmation.includes(method)
          ? "Saved. Another person must confirm the new details before they are used."
          : "The bank details were changed.",
      );
      await refresh("recipients");
      onClose();
      if (!awaitingConfirmation.includes(method)) onApplied();
    },
  });
  return (
    <Modal opened onClose={onClose} size="lg" title={`${shownMethods[method].name} details of ${recipient.name}`}>
      <form onSubmit={submits(() => saving.mutate())}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Enter all details again. Confirm changes by calling a number you already know, never one from the message
            that requests the change.
          </Text>
          {saving.error !== null && !hasFieldProblems(saving.error) && <Problem error={saving.error} />}
          <BankFields
            method={method}
            details={details}
            onChange={setDetails}
            errors={problemsOfMethod(saving.error, method)}
          />
          <FormButtons submit="Save details" busy={saving.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

/** What ACH files say in payments to the recipient, for the form. */
function achFieldsOf({ electronicRoutingInfo }: Recipient) {
  const { companyEntryDescription, companyDiscretionaryData, individualIdentificationNumber } =
    electronicRoutingInfo?.achFields ?? {};
  return {
    companyEntryDescription: companyEntryDescription ?? "",
    companyDiscretionaryData: companyDiscretionaryData ?? "",
    individualIdentificationNumber: individualIdentificationNumber ?? "",
  };
}
