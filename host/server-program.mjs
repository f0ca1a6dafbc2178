// Builds the program of the server into dist/host/server:
// - log-console.cjs: started by `npm start` and by the package's bin; it loads main.cjs with its code cache
// - main.cjs: the server with all packages in one file, because reading 1,000 small modules took a third of each start
// - *-worker.cjs: the programs of the server's threads
// - main.cache: the compiled functions of main.cjs that a start needs; another version of Node ignores the file
//
// The bindings of DuckDB stay a separate package, because they are a native module.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { withoutCompiledRoutes } from './compiled-routes.mjs';

/** Milliseconds within which the start that fills the code cache must end; otherwise the program gets no code cache. */
const startWithinMs = 120_000;

/**
 * Source of log-console.cjs. Searches run on threads of libuv's pool, whose size Node reads when it needs the first
 * thread, so UV_THREADPOOL_SIZE is set before anything is loaded. V8 rejects a code cache of another version or with
 * other flags. Without a valid cache, as in the published package, Node creates its own compile cache at the first
 * start, if its version can (from 22.1 on) and the server may write beside the program.
 */
const launcher = `#!/usr/bin/env node
process.env.UV_THREADPOOL_SIZE ??= '16';
const { closeSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } = require('node:fs');
const module_ = require('node:module');
const { join } = require('node:path');
const { Script } = require('node:vm');
const filename = join(__dirname, 'main.cjs');
const cacheFile = join(__dirname, 'main.cache');
const head = '(function (exports, require, module, __filename, __dirname) {';
const tail = '\\n})';
/** Returns the program as the body of a function. A concatenated text would be copied, and stay in memory twice. */
function readSource() {
  const file = openSync(filename);
  const { size } = fstatSync(file);
  const bytes = Buffer.allocUnsafeSlow(head.length + size + tail.length);
  bytes.write(head, 'latin1');
  for (let read = 0, part = 1; part > 0 && read < size; read += part)
    part = readSync(file, bytes, head.length + read, size - read, read);
  closeSync(file);
  bytes.write(tail, head.length + size, 'latin1');
  return bytes.latin1Slice();
}
/** Compiles the program as Node compiles a CommonJS module. */
function compile(cachedData) {
  return new Script(readSource(), { filename, cachedData });
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

/**
 * Starts the built server once, so that the code cache contains the functions that a start runs.
 * @returns {Promise<void>}
 */
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

/**
 * Removes the calls by which esbuild names functions (`keepNames`), and keeps the calls that name classes. A function
 * that is created for each message would be named each time, which took a tenth of the intake's processor time.
 * Functions still have the names that the bundle gives them. Classes have their names from the sources, because logs
 * and error texts contain them.
 * @param {string} program output of esbuild
 * @returns {string} the program with spaces in place of the calls, so that the source map stays right
 */
export function nameOnlyClasses(program) {
  const file = ts.createSourceFile('main.js', program, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  /** Removed parts: start and end. @type {[number, number][]} */
  const removed = [];
  const open = [...file.statements];
  for (let node = open.pop(); node; node = open.pop()) {
    ts.forEachChild(node, (child) => void open.push(child));
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== '__name') continue;
    const [target] = node.arguments;
    if (target?.kind === ts.SyntaxKind.ThisKeyword) continue;
    const start = target.getStart(file);
    // The full start of the call includes the comment that marks it as free of side effects.
    removed.push([node.getFullStart(), start], [target.end, node.end]);
  }
  removed.sort(([one], [other]) => one - other);
  const kept = removed.map(
    ([start, end], at) => program.slice(at === 0 ? 0 : removed[at - 1][1], start) + ' '.repeat(end - start),
  );
  return kept.join('') + program.slice(removed.at(-1)?.[1] ?? 0);
}

/** Builds the program of the server. @param {string} root path of the repository */
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
    plugins: [withoutCompiledRoutes],
    // ES modules bundle smaller than the CommonJS variants of the same packages.
    mainFields: ['module', 'main'],
    // With ASCII only, V8 keeps the source in one byte per character, and the launcher reads it without decoding.
    charset: 'ascii',
    // Logs contain the names of error classes, so they must survive bundling (see `nameOnlyClasses`).
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
  for (const name of ['main', ...threads.map((thread) => basename(thread, '.ts'))]) {
    const path = join(output, `${name}.cjs`);
    writeFileSync(path, nameOnlyClasses(await readFile(path, 'utf8')));
  }
  writeFileSync(join(output, 'log-console.cjs'), launcher, { mode: 0o755 });
  await writeCodeCache(output);
}
