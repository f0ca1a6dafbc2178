// Finds an installed Firefox by FIREFOX_PATH, the search path and the usual directories, and drives it by WebDriver
// BiDi.
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { launch, type Browser } from 'puppeteer-core';

const run = promisify(execFile);

export interface FirefoxProgram {
  readonly executablePath: string;
  /** Version as the browser reports it: `Firefox 140.3.0esr`. */
  readonly version: string;
}

/**
 * Returns an installed Firefox; undefined: there is none.
 * @throws Error when the Firefox of FIREFOX_PATH does not start
 */
export async function findFirefox(): Promise<FirefoxProgram | undefined> {
  const named = process.env['FIREFOX_PATH'];
  for (const executablePath of named ? [named] : candidates()) {
    const version = await versionOf(executablePath);
    if (version !== undefined) return { executablePath, version };
  }
  if (named) throw new Error(`FIREFOX_PATH names ${named}, which is not a Firefox that can be run`);
  return undefined;
}

/** Starts Firefox with a new profile, which is removed when Firefox closes. */
export function launchFirefox({ executablePath }: FirefoxProgram): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // The time limits are long, because a busy machine is slow.
    timeout: 120_000,
    protocolTimeout: 120_000,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  });
}

function candidates(): string[] {
  const directories = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return [
    ...directories.flatMap((directory) => ['firefox', 'firefox-esr'].map((name) => join(directory, name))),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ];
}

async function versionOf(program: string): Promise<string | undefined> {
  try {
    accessSync(program, constants.X_OK);
    const { stdout } = await run(program, ['--version'], { timeout: 60_000 });
    return stdout.trim().replace(/^Mozilla /, '');
  } catch {
    return undefined;
  }
}
