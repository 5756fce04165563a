#!/usr/bin/env node
// The command `bursar` of the installed package.
import { fileURLToPath } from "node:url";
import { findRuntime, runProgram, verifyRuntime } from "./program.mjs";

// The Node.js that npm has installed, because this one is too old.
if (findRuntime() !== process.execPath) verifyRuntime();
runProgram(fileURLToPath(new URL("../dist/main.js", import.meta.url)), process.argv.slice(2), {
  nodeFlags: ["--enable-source-maps"],
});
