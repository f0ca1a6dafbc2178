/** Runs the installed rsyslog as a sender; tests are skipped with a message if rsyslog is not installed. */
import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exitOf } from '../../../server.js';

export const hasRsyslog = (): boolean => spawnSync('rsyslogd', ['-v']).status === 0;

export interface RsyslogOptions {
  /** Working directory of rsyslog's own state. */
  readonly directory: string;
  /** The file that rsyslog follows: it sends all existing and added lines. */
  readonly file: string;
  /** TCP port of the syslog input that receives the lines. */
  readonly port: number;
  readonly host: string;
  readonly tag: string;
  readonly template: 'RSYSLOG_SyslogProtocol23Format' | 'RSYSLOG_TraditionalForwardFormat';
}

/**
 * Starts rsyslog, which sends a file's lines over octet-counted TCP as local3.warning.
 * @param after registers the stop function
 */
export async function runRsyslog(after: (end: () => Promise<void>) => void, options: RsyslogOptions): Promise<void> {
  const { directory, file, port, host, tag, template } = options;
  const configuration = join(directory, 'rsyslog.conf');
  await writeFile(
    configuration,
    [
      `global(workDirectory="${directory}" localHostname="${host}")`,
      'module(load="imfile")',
      `input(type="imfile" file="${file}" tag="${tag}:" severity="warning" facility="local3")`,
      `action(type="omfwd" target="127.0.0.1" port="${port}" protocol="tcp" tcp_framing="octet-counted" template="${template}")`,
    ].join('\n'),
  );
  const child = spawn('rsyslogd', ['-n', '-f', configuration, '-i', join(directory, 'pid')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  after(async () => {
    child.kill();
    await exitOf(child);
  });
}
