/**
 * Describes the activity of this process as text: load of its main thread, pending operations, and the stack of each
 * worker thread. The main thread is not inspected, because a profiler there would block every request for too long.
 */
import { Session } from 'node:inspector';
import { arch, platform, release } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { EventLoop } from '../metrics/event-loop.js';
import type { SearchEngine } from '../search/index.js';
import type { MessageStore } from '../store/types.js';
import type { SystemJobs } from '../jobs/system-jobs.js';
import { errorOf } from '../foundation/caught.js';

export interface ThreadDumpOptions {
  readonly nodeId: string;
  readonly eventLoop: EventLoop;
  readonly search: Pick<SearchEngine, 'load'>;
  readonly store: Pick<MessageStore, 'journal' | 'isHeld'>;
  readonly jobs: Pick<SystemJobs, 'all'>;
}

/** Milliseconds for which the threads are sampled. */
const watchMs = 100;
/** Milliseconds after which a thread that does not answer is reported as unresponsive. */
const answerMs = 1000;
const maxThreads = 64;
const maxStacks = 8;
const maxFrames = 40;
const maxCharacters = 512 * 1024;

interface WorkerInfo {
  readonly workerId: string;
  readonly title: string;
}
interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}
interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples?: readonly number[];
}

/** Controls a worker thread through the inspector of this process. */
class WatchedThread {
  readonly #waiting = new Map<number, (message: { result?: unknown }) => void>();
  #calls = 0;

  constructor(
    private readonly session: Session,
    private readonly sessionId: string,
    readonly info: WorkerInfo,
  ) {}

  take(message: string): void {
    // The message comes from the inspector of Node.js in this process and follows its protocol.
    const answer = JSON.parse(message) as { id?: number; result?: unknown };
    if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
  }

  call(method: string, params: object = {}): Promise<unknown> {
    const id = (this.#calls += 1);
    const answered = new Promise<unknown>((resolve) =>
      this.#waiting.set(id, ({ result }) => {
        this.#waiting.delete(id);
        resolve(result);
      }),
    );
    const message = JSON.stringify({ id, method, params });
    this.session.post('NodeWorker.sendMessageToWorker', { message, sessionId: this.sessionId });
    const silent = wait(answerMs, undefined, { ref: false }).then(() => {
      throw new Error('it does not answer');
    });
    return Promise.race([answered, silent]);
  }

  async stacks(): Promise<string[]> {
    await this.call('Profiler.enable');
    await this.call('Profiler.setSamplingInterval', { interval: 1000 });
    await this.call('Profiler.start');
    await wait(watchMs);
    const { profile } = (await this.call('Profiler.stop')) as { profile: Profile };
    await this.call('Profiler.disable');
    return stacksOf(profile);
  }
}

const frameText = ({ functionName, url, lineNumber }: ProfileNode['callFrame']): string =>
  url === ''
    ? functionName || '(anonymous)'
    : `${functionName || '(anonymous)'} (${url.split(/[\\/]/).at(-1)}:${lineNumber + 1})`;

/** Formats the stacks of a profile, most frequent first, with their shares. */
function stacksOf({ nodes, samples = [] }: Profile): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const counts = new Map<number, number>();
  for (const sample of samples) counts.set(sample, (counts.get(sample) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxStacks)
    .map(([id, count]) => {
      const lines: string[] = [];
      for (let at: number | undefined = id; at !== undefined && lines.length < maxFrames; at = parents.get(at)) {
        const node = byId.get(at);
        if (node && node.callFrame.functionName !== '(root)') lines.push(`      at ${frameText(node.callFrame)}`);
      }
      return [`    ${Math.round((100 * count) / samples.length)} % of ${watchMs} ms`, ...lines].join('\n');
    });
}

async function workerThreads(): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    const threads = new Map<string, WatchedThread>();
    session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
      if (threads.size < maxThreads) threads.set(sessionId, new WatchedThread(session, sessionId, workerInfo));
    });
    session.on('NodeWorker.receivedMessageFromWorker', ({ params: { sessionId, message } }) =>
      threads.get(sessionId)?.take(message),
    );
    await new Promise<void>((resolve, reject) =>
      session.post('NodeWorker.enable', { waitForDebuggerOnStart: false }, (error) =>
        error ? reject(error) : resolve(),
      ),
    );
    return await Promise.all(
      [...threads.values()].map(async (thread) => {
        const stacks = await thread.stacks().catch((error: unknown) => [`    ${String(errorOf(error).message)}`]);
        return [`  "${thread.info.title}"`, ...stacks].join('\n');
      }),
    );
  } finally {
    session.disconnect();
  }
}

function counted(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([name, count]) => `  ${count} × ${name}`);
}

/** Lists the work that currently runs on behalf of the main thread. */
function running({ search, store, jobs }: ThreadDumpOptions): string[] {
  const { underway, waiting, loading } = store.journal;
  return [
    `searches: ${search.load.running} run, ${search.load.waiting} wait`,
    `journal: ${underway} messages are being written, ${waiting} wait`,
    `indices: ${loading} messages are being loaded${store.isHeld ? ' (paused)' : ''}`,
    ...jobs.all().map(({ name, percent_complete: percent }) => `job: ${name}, ${percent} %`),
  ];
}

async function dump(options: ThreadDumpOptions): Promise<string> {
  const { nodeId, eventLoop } = options;
  const { meanMs, p99Ms, maxMs, utilization } = eventLoop.figures;
  const { heapUsed, heapTotal, rss, external } = process.memoryUsage();
  const MiB = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  const workers = await workerThreads();
  return [
    `Node ${nodeId}, process ${process.pid}, ${new Date().toISOString()}`,
    `Node.js ${process.versions.node} (V8 ${process.versions.v8}) on ${platform()} ${release()} ${arch()}, up ${Math.round(process.uptime())} s`,
    '',
    'Main thread',
    `  busy ${Math.round(utilization * 100)} %, held up ${meanMs} ms on average, ${p99Ms} ms in 99 of 100 cases, ${maxMs} ms at most`,
    `  heap ${MiB(heapUsed)} of ${MiB(heapTotal)}, outside of it ${MiB(external)}, process ${MiB(rss)}`,
    ...running(options).map((line) => `  ${line}`),
    '',
    'What it waits for',
    ...counted(process.getActiveResourcesInfo()),
    '',
    `Worker threads: ${workers.length}`,
    ...workers,
    '',
  ]
    .join('\n')
    .slice(0, maxCharacters);
}

/** Creates thread dumps; concurrent requests share a dump. */
export class ThreadDumps {
  #making: Promise<string> | undefined;

  constructor(private readonly options: ThreadDumpOptions) {}

  make(): Promise<string> {
    return (this.#making ??= dump(this.options).finally(() => (this.#making = undefined)));
  }
}
