// Checks the formatting of every file. oxfmt formats as Prettier does in a fiftieth of the time, but breaks some unions of types in
// another way: what it would change is therefore left to Prettier, which `npm run format` writes with.
//   node .config/format.mjs     Exit code 1, and the names of the files, when any is not formatted.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';

/** oxfmt takes the same settings, but only from a file whose name ends in .json. */
const settings = '.cache/format.json';
mkdirSync('.cache', { recursive: true });
copyFileSync('.prettierrc', settings);

/** @returns {string[]} the files that oxfmt would change; everything, when it cannot run here */
function doubtful() {
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/oxfmt/bin/oxfmt', '-c', settings, '--list-different', '.'],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  // It ends with 1 when there are such files, and with more when it could not read all of them.
  if (status === 0) return [];
  const files = (stdout ?? '')
    .split('\n')
    .map((line) => line.replace(/ \(\d+ms\)$/, '').trim())
    .filter(Boolean);
  if (status === 1 && files.length > 0 && files.every((file) => existsSync(file))) return files;
  console.error(`oxfmt could not check the files, so that Prettier checks all of them: ${stderr ?? ''}`);
  return ['.'];
}

// Settings of the formatter itself are a file that oxfmt passes over.
const files = [...doubtful(), '.prettierrc'];
const { status } = spawnSync(
  process.execPath,
  ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', ...files],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
