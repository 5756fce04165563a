/** The code under test: pays a supplier's invoice, and keeps what became of it. */
export function createSuppliers({ baseUrl, token, accountId }) {
  const invoices = new Map();

  const call = async (method, path, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.errors.message);
    return answer;
  };

  return {
    /** The invoice's number is the idempotency key: an invoice is paid once, however often this is called. */
    async pay({ invoice, recipientId, amount }) {
      const payment = await call("POST", `/account/${accountId}/transactions`, {
        recipientId,
        amount,
        paymentMethod: "ach",
        idempotencyKey: invoice,
      });
      invoices.set(payment.id, { invoice, status: payment.status });
      return payment;
    },

    /** Called for each webhook. */
    hear({ resourceId, mergePatch }) {
      const found = invoices.get(resourceId);
      if (found !== undefined && mergePatch.status !== undefined) found.status = mergePatch.status;
    },

    statusOf: (invoice) => [...invoices.values()].find((each) => each.invoice === invoice)?.status,

    balance: async () => (await call("GET", `/account/${accountId}`)).availableBalance,
  };
}
