/**
 * Measures the load of a thousand event definitions that run every minute while messages arrive.
 */
import { readFile, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventDefinitionPage } from '../../api/contract/event-definitions.js';
import { inputTypeIds } from '../../host/server/intake/types/input-type-ids.js';
import { filledDirectory } from '../filled-directory.js';
import { Asking, counting, definitionOf } from '../host/server/alerts/definitions.js';
import { startTestServer } from '../server.js';
import { startInput } from '../started-input.js';

type Report = (name: string, value: number, unit: string, goal?: string) => void;

const definitions = 1000;
const minute = 60_000;
const messages = 100_000;
const perSecond = 50;
const ticksPerSecond = 100;
const measuredMs = 1.1 * minute;

/** Returns the CPU seconds that a process has used so far (Linux). */
async function cpuOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Returns the number of event definitions that fail or have not run within the last 75 seconds. */
async function lateOnes(asking: Asking): Promise<number> {
  const { elements } = await asking.ask<EventDefinitionPage>('GET', '/events/definitions/paginated?per_page=0');
  const ran = elements.filter(
    ({ scheduler }) => Date.parse(scheduler?.triggered_at ?? '') > Date.now() - 75_000 && scheduler?.status !== 'error',
  );
  return definitions - ran.length;
}

export async function bench(report: Report): Promise<void> {
  const data = await filledDirectory(messages, 60 * minute);
  const server = await startTestServer({ data, costlyPasswords: true });
  try {
    const asking = new Asking(server, await server.login());
    const { port } = await startInput(server, asking.session, inputTypeIds.gelfHttp);
    const sending = new AbortController();
    const send = async (): Promise<void> => {
      while (!sending.signal.aborted) {
        const lines = Array.from({ length: perSecond / 10 }, (_, at) =>
          JSON.stringify({ version: '1.1', host: `web-${at}`, short_message: 'request served', _took: at }),
        );
        await Promise.all(lines.map((body) => fetch(`http://127.0.0.1:${port}/gelf`, { method: 'POST', body })));
        await pause(100);
      }
    };
    const { pid = 0 } = server.process;
    const cores = async (): Promise<number> => {
      const [cpu, begun] = [await cpuOf(pid), performance.now()];
      await pause(measuredMs);
      return ((await cpuOf(pid)) - cpu) / ((performance.now() - begun) / 1000);
    };
    const sender = send();
    await pause(5_000);
    const without = await cores();
    for (let at = 0; at < definitions; at += 1) {
      const query = at % 2 === 0 ? `message:request AND source:"web-${at % 20}"` : `took:>${at % 50}`;
      const expression = {
        expr: '>',
        left: { expr: 'number-ref', ref: 'count-' },
        right: { expr: 'number', value: at % 100 === 0 ? 1 : 1_000_000 },
      };
      const config = counting({
        query,
        group_by: at % 3 === 0 ? ['source'] : [],
        conditions: { expression },
        search_within_ms: 5 * minute,
        execute_every_ms: minute,
      });
      await asking.ask('POST', '/events/definitions', definitionOf(config, { title: `Definition ${at}` }));
    }
    await pause(minute);
    const together = await cores();
    sending.abort();
    const late = await lateOnes(asking);
    await sender;
    report(`server with ${perSecond} messages/s, no definition`, without * 100, '% of a core');
    report(`… and ${definitions} definitions at one minute`, together * 100, '% of a core');
    report('CPU of the definitions alone', (together - without) * 100, '% of a core', '< 50');
    report('definitions that failed or did not run in the last 75 seconds', late, '', '0');
  } finally {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  }
}
