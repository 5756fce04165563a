/** Where a recipient abroad lives: banks require an address for international wires. */
export const berlin = {
  address1: "Unter den Linden 1",
  address2: null,
  city: "Berlin",
  region: "",
  postalCode: "10117",
  country: "DE",
};
