// A session with the built client library, in any runtime: its files are given by their addresses.
const env = (name) => globalThis.process.env[name] ?? "";
const { createClient, ValidationError } = await import(env("SDK"));
const { fileJournal } = await import(env("SDK_NODE"));

const bursar = createClient({ baseUrl: env("BURSAR_URL"), token: env("BURSAR_TOKEN") });
const accountId = env("BURSAR_ACCOUNT");
const check = (holds, what) => {
  if (!holds) throw new Error(what);
};

const recipient = await bursar.recipients.create({
  name: `Interop ${env("RUNTIME")}`,
  emails: [],
  electronicRoutingInfo: {
    accountNumber: "123456789",
    routingNumber: "021000021",
    electronicAccountType: "businessChecking",
  },
});
const names = [];
for await (const { name } of bursar.recipients.list({ limit: 2 })) names.push(name);
check(names.includes(recipient.name), "listed, over several pages");

const rows = [0, 1, 2].map((row) => ({ recipientId: recipient.id, amount: 200_000.01 + row, paymentMethod: "ach" }));
const run = () => bursar.payMany(rows, { accountId, journal: fileJournal(env("JOURNAL")) });
const first = await run();
const again = await run();
check(first.counts.accepted === 3 && again.counts.accepted === 3, "every row is requested");
check(
  first.results.every(({ id }, at) => id === again.results[at].id),
  "a run that is repeated finds its requests",
);

const refused = await bursar.recipients.get("no-id").catch((error) => error);
check(refused instanceof ValidationError && refused.errorCode === "invalidRequest", "an error has its code");
const file = new File(["Invoice 7\n"], "invoice.txt", { type: "text/plain" });
const uploaded = await bursar.approvalRequests.uploadRequestAttachment(first.results[0].id, { file });
check(uploaded.fileName === "invoice.txt", "a file is uploaded");
console.log("ok");
