// The console of an operation's page: calls the reader's own sandbox. The token stays in this page's memory: it is not
// stored, and the next page starts without it.
const BASE = "/api/v1";

/** Fills the section of an operation. */
export function show(section) {
  const operation = JSON.parse(section.dataset.operation);
  const form = document.createElement("form");
  form.noValidate = true;
  const fields = [];
  const add = (label, input, note) => {
    const row = document.createElement("label");
    const name = document.createElement("span");
    name.textContent = label;
    row.append(name, input);
    if (note) {
      const text = document.createElement("small");
      text.textContent = note;
      row.append(text);
    }
    form.append(row);
    return input;
  };

  const token = add(
    "Token",
    inputOf("password"),
    "From data/demo.json: tokens.readWrite. It is kept in this page only.",
  );
  token.autocomplete = "off";
  for (const { name, where, isRequired, example } of operation.parameters) {
    const input = add(isRequired ? name : `${name} (optional)`, inputOf("text"), "");
    if (example !== undefined) input.placeholder = String(example);
    fields.push({ name, where, isRequired, input });
  }
  let bodyInput;
  if (operation.body !== undefined) {
    bodyInput = add("Body", document.createElement("textarea"), "");
    bodyInput.rows = Math.min(16, operation.body.split("\n").length + 1);
    bodyInput.spellcheck = false;
    bodyInput.value = operation.body;
  }
  const send = document.createElement("button");
  send.className = "primary";
  send.textContent = "Send request";
  const state = document.createElement("p");
  state.setAttribute("role", "status");
  const output = document.createElement("pre");
  output.tabIndex = 0;
  output.hidden = true;
  form.append(send, state, output);
  section.append(form);
  section.hidden = false;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const missing = fields.find(({ isRequired, input }) => isRequired && input.value.trim() === "");
    if (missing !== undefined) {
      state.textContent = `Enter ${missing.name}.`;
      missing.input.focus();
      return;
    }
    send.disabled = true;
    state.textContent = "Sending …";
    try {
      const { status, statusText, text, ms } = await call(operation, { token: token.value.trim(), fields, bodyInput });
      state.textContent = `${status} ${statusText}, ${ms} ms`;
      output.textContent = text;
      output.hidden = text === "";
    } catch (error) {
      state.textContent = `The service did not answer: ${error.message}`;
      output.hidden = true;
    } finally {
      send.disabled = false;
    }
  });
}

function inputOf(type) {
  const input = document.createElement("input");
  input.type = type;
  input.spellcheck = false;
  return input;
}

async function call({ method, path }, { token, fields, bodyInput }) {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, where, input } of fields) {
    const value = input.value.trim();
    if (where === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== "") query.append(name, value);
  }
  const headers = {};
  if (token !== "") headers.authorization = `Bearer ${token}`;
  if (bodyInput !== undefined) headers["content-type"] = "application/json";
  const startedAt = performance.now();
  const answer = await fetch(`${BASE}${filled}${query.size > 0 ? `?${query}` : ""}`, {
    method,
    headers,
    // Without the session of a user who is signed in to the dashboard.
    credentials: "omit",
    ...(bodyInput === undefined ? {} : { body: bodyInput.value }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    statusText: answer.statusText,
    text: pretty(text),
    ms: Math.round(performance.now() - startedAt),
  };
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.slice(0, 20_000);
  }
}
