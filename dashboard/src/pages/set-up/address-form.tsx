import { Button, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { getLegalAddressOptions } from "#api/generated/@tanstack/react-query.gen.ts";
import { setLegalAddress } from "#api/generated/sdk.gen.ts";
import type { LegalAddress } from "#api/generated/types.gen.ts";
import { useRefresh } from "#api/refresh.ts";
import { Loaded, SkeletonRows } from "#ui/feedback/loaded.tsx";
import { notifyDone } from "#ui/feedback/notify.ts";
import { FormProblem } from "#ui/forms/form-problem.tsx";
import { useSubmit } from "#ui/forms/use-submit.ts";

const empty = { address1: "", address2: "", city: "", region: "", postalCode: "" };

/** The organization's legal address. */
export function AddressForm() {
  const address = useQuery({ ...getLegalAddressOptions(), refetchOnWindowFocus: false });
  return (
    <Loaded query={address} skeleton={<SkeletonRows rows={3} />}>
      {({ legalAddress }) => <Fields key={JSON.stringify(legalAddress)} saved={legalAddress} />}
    </Loaded>
  );
}

function Fields({ saved }: { readonly saved: LegalAddress | null }) {
  const refresh = useRefresh();
  const form = useForm({ initialValues: saved === null ? empty : { ...saved, address2: saved.address2 ?? "" } });
  const { busy, problem, submit } = useSubmit(form);
  const save = async ({ address2, ...lines }: typeof empty) => {
    const body = { ...lines, address2: address2 === "" ? null : address2 };
    await setLegalAddress({ body, throwOnError: true });
    notifyDone("The address was saved.");
    await refresh("controls");
  };
  return (
    <form onSubmit={form.onSubmit((values) => void submit(() => save(values)))}>
      <Stack gap="sm">
        <FormProblem problem={problem} />
        <TextInput label="Street address" autoComplete="off" required {...form.getInputProps("address1")} />
        <TextInput label="Suite or floor (optional)" autoComplete="off" {...form.getInputProps("address2")} />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <TextInput label="City" autoComplete="off" required {...form.getInputProps("city")} />
          <TextInput label="State" placeholder="NY" autoComplete="off" required {...form.getInputProps("region")} />
          <TextInput label="ZIP code" autoComplete="off" required {...form.getInputProps("postalCode")} />
        </SimpleGrid>
        <Group>
          <Button type="submit" size="xs" loading={busy} disabled={!form.isDirty()}>
            Save address
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
