/**
 * Measures the CPU time that the server needs for a fleet of sidecars. Every agent makes four calls every ten seconds.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Collector } from '../../api/contract/sidecars.schema.js';
import { startTestServer } from '../server.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;

const fleet = 2000;
const roundEveryS = 10;
/** Number of agents whose rounds run concurrently. */
const lanes = 8;
const ticksPerSecond = 100;

/** Returns the CPU seconds that a process has used; NaN if the system does not provide them. */
function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}

export async function bench(report: Report): Promise<void> {
  const server = await startTestServer({ costlyPasswords: true });
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  try {
    const session = await server.login();
    const ask = async <T>(method: string, path: string, json?: unknown): Promise<T> =>
      (await (await server.call(path, { method, session, ...(json !== undefined && { json }) })).json()) as T;
    const { user_id: user } = await ask<{ user_id: string }>('GET', '/sidecar/overview/enrolment');
    const { token } = await ask<{ token: string }>('POST', `/users/${user}/tokens/bench`, {});
    const { collectors } = await ask<{ collectors: Collector[] }>('GET', '/sidecar/collectors');
    const linux = collectors.find(({ name, node_operating_system: os }) => name === 'filebeat' && os === 'linux');
    const { id: configuration } = await ask<{ id: string }>('POST', '/sidecar/configurations', {
      name: 'Bench',
      collector_id: linux?.id,
      color: '#112233',
      template: linux?.default_template,
      tags: ['bench'],
    });
    const etags = new Map<string, string>();
    const headers = {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: `Basic ${Buffer.from(`${token}:token`).toString('base64')}`,
      'X-Requested-By': 'sidecar',
      'X-Graylog-Sidecar-Version': '1.5.6',
    };
    const call = (method: string, path: string, key: string, body?: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const etag = etags.get(key);
        const sent = { ...headers, ...(etag !== undefined && { 'If-None-Match': `"${etag}"` }) };
        const made = request(`${server.url}/api${path}`, { method, agent, headers: sent }, (response) => {
          const tag = response.headers.etag;
          if (tag !== undefined) etags.set(key, tag);
          response.resume().on('end', () => resolve(response.statusCode ?? 0));
        });
        made.on('error', reject).end(body);
      });
    const statuses = new Map<number, number>();
    const round = async (at: number): Promise<void> => {
      const id = `bench-${at}`;
      const status = {
        collector_id: linux?.id,
        configuration_id: configuration,
        status: 0,
        message: 'Running',
        verbose_message: '',
      };
      const body = JSON.stringify({
        node_name: id,
        node_details: {
          operating_system: 'Linux',
          ip: '10.0.0.1',
          tags: ['bench'],
          metrics: { disks_75: [], cpu_idle: Math.random() * 100, load_1: Math.random() },
          log_file_list: Array.from({ length: 20 }, (_, file) => ({
            path: `/var/log/${file}.log`,
            mod_time: new Date().toISOString(),
            size: at,
            is_dir: false,
          })),
          status: { status: 0, message: '1 running / 0 stopped / 0 failing', collectors: [status] },
          collector_configuration_directory: '/var/lib/graylog-sidecar/generated',
        },
      });
      for (const answered of [
        await call('GET', '', 'root'),
        await call('PUT', `/sidecars/${id}`, `register ${at}`, body),
        await call('GET', '/sidecar/collectors', `collectors ${at}`),
        await call('GET', `/sidecar/configurations/render/${id}/${configuration}`, `render ${at}`),
      ])
        statuses.set(answered, (statuses.get(answered) ?? 0) + 1);
    };
    const all = async (): Promise<void> => {
      let next = 0;
      await Promise.all(
        Array.from({ length: lanes }, async () => {
          while (next < fleet) await round(next++);
        }),
      );
    };
    await all();
    await all();
    const pid = server.process.pid ?? 0;
    const before = cpuSeconds(pid);
    const rounds = 3;
    for (let at = 0; at < rounds; at += 1) await all();
    const perRound = (cpuSeconds(pid) - before) / (rounds * fleet);
    const share = (perRound * fleet * 100) / roundEveryS;
    report(`${fleet} sidecars, a round each ${roundEveryS} s: CPU of the server`, share, '% of a core', '≤ 20 %');
    report('… CPU of one round of four calls', perRound * 1000, 'ms');
    report('… share of answers that are 304', (100 * (statuses.get(304) ?? 0)) / (5 * fleet * 4), '%');
  } finally {
    agent.destroy();
    await server.stop();
  }
}
