// `npm run bench`: runs every *.bench.ts beside this file and prints one line per measured value with its goal.
// - `--large` uses 10 M messages where a bench supports it.
// - `--beside URL` runs the same searches on a VictoriaLogs or an OpenSearch.
// - `--beside-restart COMMAND` restarts an OpenSearch before each search, so that the first searches after a start are
//   compared.
// - `--page URL --user NAME:PASSWORD` opens another console alternately with this one.
// - `--data DIRECTORY` keeps the messages of the search benches there (and in the other server) for the next run.
// - `--lines TEXT` measures only the searches whose name contains the text.
// - Further words select benches by file name.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { install } from '../../host/install.mjs';

await install(fileURLToPath(new URL('../..', import.meta.url)));
const { register } = await import('tsx/esm/api');
register();
const { values, positionals: only } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    beside: { type: 'string' },
    'beside-restart': { type: 'string' },
    data: { type: 'string' },
    lines: { type: 'string' },
    page: { type: 'string' },
    user: { type: 'string' },
  },
  allowPositionals: true,
});
const here = new URL('.', import.meta.url);

/** Prints one measured value: `name  value unit  (goal …)`. */
function report(name, value, unit, goal) {
  const figure = Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);
  console.log(`${name.padEnd(64)} ${`${figure} ${unit}`.padStart(18)}${goal ? `   goal ${goal}` : ''}`);
}

for (const name of readdirSync(here)
  .filter((file) => file.endsWith('.bench.ts'))
  .sort()) {
  if (only.length && !only.some((word) => name.includes(word))) continue;
  console.log(`# ${name.replace('.bench.ts', '')}`);
  const { bench } = await import(new URL(name, here));
  await bench(report, values);
}
process.exit(0);
