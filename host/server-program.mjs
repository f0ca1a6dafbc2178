// Builds the program of the server into dist/host/server:
//   log-console.cjs   what `npm start` and the package's bin run: it loads main.cjs with its code cache
//   main.cjs          the server with every package it uses in one file: reading 1,000 small modules took a third of each start
//   *-worker.cjs      the programs of its threads
//   main.cache        functions of main.cjs that a start needs, compiled by this version of Node; another version ignores the file
// The bindings of DuckDB stay a package of their own, because they are a native module.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

/** A start that takes longer than this leaves the program without a code cache. */
const startWithinMs = 120_000;

/**
 * Searches run on threads of Node's pool. Its size is read when the first of them is needed, so the variable is set before anything
 * is loaded. V8 refuses a cache that another version or other flags made. Where there is none that it takes, as in the published
 * package, Node keeps one by itself from the first start on, if it can (22.1) and may write beside the program.
 */
const launcher = `#!/usr/bin/env node
process.env.UV_THREADPOOL_SIZE ??= '16';
const { readFileSync, writeFileSync } = require('node:fs');
const module_ = require('node:module');
const { join } = require('node:path');
const { Script } = require('node:vm');
const filename = join(__dirname, 'main.cjs');
const cacheFile = join(__dirname, 'main.cache');
/** Compiles the program as Node compiles a CommonJS module. */
function compile(cachedData) {
  const source = readFileSync(filename, 'latin1');
  return new Script('(function (exports, require, module, __filename, __dirname) {' + source + '\\n})', { filename, cachedData });
}
function run(script) {
  const own = { exports: {} };
  script.runInThisContext()(own.exports, module_.createRequire(filename), own, filename, __dirname);
}
function readCache() {
  try {
    return readFileSync(cacheFile);
  } catch {
    return undefined;
  }
}
const cachedData = readCache();
const script = cachedData && compile(cachedData);
if (process.env.LOG_CONSOLE_WRITE_CODE_CACHE) {
  const written = compile();
  process.once('exit', () => writeFileSync(cacheFile, written.createCachedData()));
  run(written);
} else if (script && !script.cachedDataRejected) run(script);
else {
  module_.enableCompileCache?.(join(__dirname, 'compile-cache'));
  require(filename);
}
`;

/** Starts the built server once, so that the cache holds the functions that a start runs. @returns {Promise<void>} */
async function writeCodeCache(output) {
  const data = mkdtempSync(join(tmpdir(), 'log-console-build-'));
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('LOG_CONSOLE_'));
  const child = spawn(
    process.execPath,
    [join(output, 'log-console.cjs'), '--port', '0', '--data', data, '--examples', '--no-inputs'],
    {
      env: {
        ...Object.fromEntries(inherited),
        NODE_OPTIONS: '',
        LOG_CONSOLE_WRITE_CODE_CACHE: '1',
        LOG_CONSOLE_ADMIN_PASSWORD: 'only for the build',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const timer = setTimeout(() => child.kill('SIGKILL'), startWithinMs);
  child.stdout.on('data', (chunk) => {
    if (String(chunk).includes('Log Console listening on')) child.kill('SIGTERM');
  });
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  rmSync(data, { recursive: true, force: true });
  if (!existsSync(join(output, 'main.cache'))) console.error('The server did not start, so it has no code cache.');
}

/** @param {string} root the repository */
export async function buildServer(root) {
  const output = join(root, 'dist', 'host', 'server');
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const threads = (await readdir(join(root, 'host', 'server'), { recursive: true })).filter((name) =>
    name.endsWith('-worker.ts'),
  );
  await build({
    absWorkingDir: join(process.cwd(), root),
    entryPoints: {
      main: 'host/server/main.ts',
      ...Object.fromEntries(threads.map((name) => [basename(name, '.ts'), join('host', 'server', name)])),
    },
    outdir: output,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['@duckdb/node-bindings*'],
    // Modules that are written for imports are smaller than the same ones for `require`.
    mainFields: ['module', 'main'],
    // One byte per character: V8 keeps such a source in half the memory, and the launcher reads it without decoding.
    charset: 'ascii',
    // The names of error classes are printed.
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VERSION__: JSON.stringify(version),
      'import.meta.url': 'moduleUrl',
    },
    banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
  });
  writeFileSync(join(output, 'log-console.cjs'), launcher, { mode: 0o755 });
  await writeCodeCache(output);
}
