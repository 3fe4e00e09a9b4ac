// Runs a program of JavaScript many times in one process: to start Node for each run takes longer than the run.
//
//   node run_many.mjs PROGRAM
//
// Every line of the input is a run, `{"folder": …, "arguments": […]}`, and gets a line: `{"code": …, "out": …, "err": …}`.

import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { format } from "node:util";

const program = resolve(process.argv[2]);
let runs = 0;

/** What Node would do with the program as its own process. */
async function run({ folder, arguments: words }) {
  const said = { out: "", err: "" };
  console.log = (...what) => (said.out += `${format(...what)}\n`);
  console.error = (...what) => (said.err += `${format(...what)}\n`);
  process.chdir(folder);
  process.argv = [process.argv[0], program, ...words];
  process.exitCode = undefined;
  try {
    await import(`${pathToFileURL(program)}?run=${runs++}`); // under another address it is another module, and runs again
  } catch (error) {
    said.err += `${error.stack}\n`;
    process.exitCode = 1;
  }
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  return { code, ...said };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`);
}
