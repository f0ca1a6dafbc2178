// Finds and starts the browsers of the tests. They are an installed Chrome or Chromium, and the Chromium of the package
// `@sparticuz/chromium`. The latter is inflated once into .cache, together with the shared libraries and fonts that a
// minimal machine lacks. `npm test` runs in both browsers. A single run uses the installed browser if there is one, or
// the browser that TEST_BROWSER (`installed`, `brought`) selects. With CHROME_PATH, only the browser at that path is
// used.
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const inflateTimeoutMs = 180_000;

/** Settings for starting the browser: program, flags, and additional environment variables. */
export interface BrowserProgram {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly origin: BrowserOrigin;
  /** Version as the browser reports it: `Chromium 156.0.8078.79`. */
  readonly version: string;
}

/** Origin of a browser: `named` by CHROME_PATH, `installed` on the machine, or `brought` by the package. */
export type BrowserOrigin = 'named' | 'installed' | 'brought';

/**
 * Returns the switch that sets options of V8; no switch if there are no options. `npm test` compiles scripts without
 * optimization, because the page of a test ends before optimized code has saved the time that the optimizing compilers
 * take. `npm run test:all`, single steps and single tests optimize, as users' browsers do.
 * @param more further options; they are set here, because only the last such switch of a command line is effective
 */
export function scriptSwitch(...more: readonly string[]): readonly string[] {
  const options = [...more, ...(process.env['TEST_UNOPTIMIZED'] === '1' ? ['--no-opt', '--no-maglev'] : [])];
  return options.length > 0 ? [`--js-flags=${options.join(' ')}`] : [];
}

/**
 * Switches of every browser. The sandbox is disabled, because containers run as root without user namespaces. /dev/shm
 * is not used, because it has only 64 MB in a container. Most other switches keep the browser from using the network.
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

/**
 * Features that are disabled.
 * - The browser creates no spare page process: tests open pages in separate contexts, for which that process would be
 *   discarded.
 * - It loads no internal pages for its address bar, which would cost two pages and a process for each window.
 * - The features that `playwright-core` disables are repeated, because only the last list on a command line is
 *   effective.
 */
const featuresOff = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * Additional switches of the packaged browser. It starts each renderer without the zygote, because it is built for
 * machines that cannot fork processes. An installed browser forks renderers, which is cheaper.
 */
const argsOfBrought = ['--no-zygote'];

let found: Promise<BrowserProgram> | undefined;

/** Finds the browser for the tests, once for this process. @throws Error that names a remedy when there is none */
export function findBrowser(): Promise<BrowserProgram> {
  return (found ??= find());
}

/**
 * Finds the browsers for `npm test`: the packaged browser, then an installed one. With CHROME_PATH, it finds only that
 * browser.
 * @throws Error that names a remedy when there is none
 */
export async function findBrowsers(): Promise<readonly BrowserProgram[]> {
  const named = await findNamed();
  if (named) return [named];
  const all = [await findBrought(), await findInstalled()].filter((program) => program !== undefined);
  if (all.length === 0) throw new Error(noBrowser);
  return all;
}

/** Starts the browser with a new profile that is removed when it closes. */
export async function launch(options: LaunchOptions = {}): Promise<Browser> {
  const program = await findBrowser();
  return chromium.launch({
    ...options,
    executablePath: program.executablePath,
    args: [...program.args, ...scriptSwitch(), `--disable-features=${featuresOff.join()}`, ...(options.args ?? [])],
    env: { ...definedEnvironment(), ...program.env, ...options.env },
  });
}

async function find(): Promise<BrowserProgram> {
  const browserKind = process.env['TEST_BROWSER'];
  const program =
    (await findNamed()) ??
    (browserKind === 'brought' ? undefined : await findInstalled()) ??
    (browserKind === 'installed' ? undefined : await findBrought());
  if (!program) throw new Error(noBrowser);
  return program;
}

const noBrowser = `No browser starts here (${process.platform} ${process.arch}). Install Chrome or Chromium, or set CHROME_PATH to one.`;

async function findNamed(): Promise<BrowserProgram | undefined> {
  const named = process.env['CHROME_PATH'];
  if (!named) return undefined;
  const version = isExecutable(named) ? await versionOf(named, {}) : undefined;
  if (version === undefined) throw new Error(`CHROME_PATH names ${named}, which is not a program that can be run`);
  return { executablePath: named, args, env: {}, origin: 'named', version };
}

async function findInstalled(): Promise<BrowserProgram | undefined> {
  for (const executablePath of installedCandidates()) {
    const version = isExecutable(executablePath) ? await versionOf(executablePath, {}) : undefined;
    if (version !== undefined) return { executablePath, args, env: {}, origin: 'installed', version };
  }
  return undefined;
}

async function findBrought(): Promise<BrowserProgram | undefined> {
  const directory = await inflate();
  const executablePath = join(directory, 'chromium');
  for (const libraries of [{}, bundledLibraries(directory)]) {
    const env = { ...libraries, ...bundledFonts(directory) };
    const version = await versionOf(executablePath, env);
    if (version !== undefined)
      return { executablePath, args: [...args, ...argsOfBrought], env, origin: 'brought', version };
  }
  return undefined;
}

function installedCandidates(): string[] {
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'];
  const directories = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return [
    ...directories.flatMap((directory) => names.map((name) => join(directory, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
}

/**
 * Inflates the packaged browser into a directory in .cache, and returns the directory. A temporary directory is filled
 * first, and renamed when it is complete, so that no process sees an incomplete browser.
 */
async function inflate(): Promise<string> {
  const directory = join(root, '.cache', `chromium-${packagedVersion()}`);
  if (existsSync(join(directory, 'chromium'))) return directory;
  await mkdir(join(root, '.cache'), { recursive: true });
  const lock = `${directory}.lock`;
  const deadline = Date.now() + inflateTimeoutMs;
  while (!(await takeLock(lock))) {
    if (existsSync(join(directory, 'chromium'))) return directory;
    if (Date.now() > deadline) throw new Error(`Waited in vain for another process to inflate the browser (${lock})`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  try {
    if (existsSync(join(directory, 'chromium'))) return directory;
    const staging = await mkdtemp(`${directory}.`);
    try {
      // The package inflates into the temporary directory of its process, and inflates its libraries only if it seems
      // to run in AWS Lambda.
      await run(process.execPath, ['--input-type=module', '--eval', inflateScript], {
        cwd: root,
        env: { ...definedEnvironment(), TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
        timeout: inflateTimeoutMs,
      });
      await rename(staging, directory);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
    return directory;
  } finally {
    await rm(lock, { force: true });
  }
}

const inflateScript = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;

function packagedVersion(): string {
  const file = join(root, 'node_modules/@sparticuz/chromium/package.json');
  if (!existsSync(file))
    throw new Error('No browser found and @sparticuz/chromium is not installed: run npm ci or set CHROME_PATH');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/**
 * Tries to take a lock. A lock of a process that has ended, or that is older than an inflation can take, is removed.
 * @returns whether this process has the lock now
 */
async function takeLock(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx');
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch {
    const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
    const age = Date.now() - ((await stat(lock).catch(() => undefined))?.mtimeMs ?? Date.now());
    if ((owner > 0 && !isRunning(owner)) || age > inflateTimeoutMs) await rm(lock, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function bundledLibraries(directory: string): Record<string, string> {
  const before = process.env['LD_LIBRARY_PATH'];
  const libraries = join(directory, 'al2023', 'lib');
  return { LD_LIBRARY_PATH: before ? `${libraries}:${before}` : libraries };
}

/**
 * Returns the environment variables with which the browser uses its own fonts. Returns no variables on a machine with a
 * fontconfig setup. Without any setup, text would be invisible.
 */
function bundledFonts(directory: string): Record<string, string> {
  const configured =
    process.env['FONTCONFIG_PATH'] ?? process.env['FONTCONFIG_FILE'] ?? existsSync('/etc/fonts/fonts.conf');
  return configured ? {} : { FONTCONFIG_PATH: join(directory, 'fonts') };
}

/** Returns the version that a browser reports; undefined: it does not start. */
async function versionOf(program: string, env: Readonly<Record<string, string>>): Promise<string | undefined> {
  try {
    const { stdout } = await run(program, ['--version'], { env: { ...definedEnvironment(), ...env }, timeout: 60_000 });
    return /\S+ [\d.]+/.exec(stdout)?.[0] ?? stdout.trim();
  } catch {
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
