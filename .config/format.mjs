// Checks the formatting of every file, which `npm run format` writes with Prettier. oxfmt needs only a fiftieth of the
// time of Prettier, but breaks some union types differently. So Prettier checks the files that oxfmt would change.
//   node .config/format.mjs     Exits with code 1 and prints the names of the files when any file is not formatted.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';

/** Copy of .prettierrc: oxfmt takes the settings of Prettier, but only from a file whose name ends in .json. */
const settings = '.cache/format.json';
mkdirSync('.cache', { recursive: true });
copyFileSync('.prettierrc', settings);

/**
 * @returns {string[]} the files that oxfmt would change; all files (`.`) when oxfmt cannot run or cannot read a file
 */
function doubtful() {
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/oxfmt/bin/oxfmt', '-c', settings, '--list-different', '.'],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  // oxfmt exits with code 1 when it would change files, and with a higher code when it could not read all files.
  if (status === 0) return [];
  const files = (stdout ?? '')
    .split('\n')
    .map((line) => line.replace(/ \(\d+ms\)$/, '').trim())
    .filter(Boolean);
  if (status === 1 && files.length > 0 && files.every((file) => existsSync(file))) return files;
  console.error(`oxfmt could not check the files, so that Prettier checks all of them: ${stderr ?? ''}`);
  return ['.'];
}

// oxfmt skips .prettierrc, the settings of the formatter itself.
const files = [...doubtful(), '.prettierrc'];
const { status } = spawnSync(
  process.execPath,
  ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', ...files],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
