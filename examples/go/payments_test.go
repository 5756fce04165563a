// Package suppliers is an example: tests of a program that pays suppliers.
package suppliers

import (
	"errors"
	"testing"

	bursar "github.com/bursar/bursar/packages/sdk-go"
)

func payment(amount float64) bursar.SendMoneyRequest {
	return bursar.SendMoneyRequest{
		RecipientId: double.Recipients[0].ID, Amount: amount, PaymentMethod: bursar.PaymentMethodAch,
	}
}

func TestASupplierIsPaid(t *testing.T) {
	client := newClient(t)
	paid, err := client.CreateTransaction(t.Context(), double.Accounts[0].ID, payment(260.25))
	if err != nil {
		t.Fatal(err)
	}
	if paid.Status != bursar.TransactionStatusPending {
		t.Error(paid.Status)
	}
	if _, err := client.RunSandboxBank(t.Context(), bursar.RunSandboxBankJSONRequestBody{}); err != nil {
		t.Fatal(err)
	}
}

func TestMoreMoneyThanThereIsCannotBeSent(t *testing.T) {
	_, err := newClient(t).CreateTransaction(t.Context(), double.Accounts[0].ID, payment(900_000_000))
	var refusal *bursar.APIError
	if !errors.As(err, &refusal) || refusal.Code != bursar.ErrorCodeInsufficientFunds {
		t.Error(err)
	}
}
