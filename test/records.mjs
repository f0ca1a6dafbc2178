// `npm run records`: compares every step of the pages of administration with their records; `npm test` compares only
// some of the steps (elements/admin/records/recorder.ts).
// - `--update` writes the records anew; read their difference before you commit it.
// - Further words select areas: `npm run records -- --update streams users`.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { install } from '../host/install.mjs';
import { continueUnderOwnNode } from '../host/runtime.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
await install(root);
await continueUnderOwnNode(root);
const { values, positionals: areas } = parseArgs({
  options: { update: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const folder = 'test/elements/admin';
const recorded = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith('records.browser.test.tsx'))
  .map((name) => name.split(/[\\/]/, 1)[0]);
const unknown = areas.filter((area) => !recorded.includes(area));
if (unknown.length > 0) {
  console.error(`No pages are recorded in ${unknown.join(', ')}. There are: ${recorded.sort().join(', ')}`);
  process.exit(1);
}
const files = (areas.length > 0 ? areas : recorded).map((area) => `${folder}/${area}/records.browser.test.tsx`);
const runner = join(root, 'node_modules', '@web', 'test-runner', 'dist', 'bin.js');
const child = spawn(process.execPath, [runner, '--config', 'test/web-test-runner.config.mjs', '--files', ...files], {
  stdio: 'inherit',
  env: { ...process.env, [values.update ? 'UPDATE_RECORDS' : 'ALL_RECORDS']: '1' },
});
child.on('exit', (code) => process.exit(code ?? 1));
