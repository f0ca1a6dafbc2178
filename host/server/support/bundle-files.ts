/**
 * Creates the files of a support bundle: statistics of the server, its metrics and its recent log lines. Users send
 * bundles to others without reviewing them, and a whole configuration may contain passwords. So only those values of
 * options and documents are included that are listed here.
 */
import { arch, availableParallelism, hostname, loadavg, platform, release, totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { RootLog } from '../log/log.js';
import { jsonPieces } from '../foundation/json-pieces.js';
import type { Needs } from '../context.js';
import type { JournalState } from '../store/types.js';
import { version } from '../foundation/version.js';
import type { ZipFile } from './zip.js';

/**
 * Largest number of inputs that are listed. Also the largest number of open indices that are listed, the newest first.
 * Further inputs and indices are only counted.
 */
const listed = 1000;

export const memoryLog = { id: 'memory', name: 'recent.log' } as const;

export type BundleRooms = Needs<
  'nodeId' | 'clusterId' | 'startedAt' | 'options' | 'store' | 'intake' | 'metrics' | 'search'
> & { readonly ownLog: Pick<RootLog, 'recent' | 'loggers'> };

function cluster({ nodeId, clusterId, startedAt, options, store, intake, search, ownLog }: BundleRooms) {
  const { host, port, basePath, embedOrigins, trustProxy, follow, fileRoots, recognise, mailServer } = options;
  const inputs = intake.inputs.all();
  const indices = store.indices();
  return {
    made_at: new Date().toISOString(),
    version,
    cluster_id: clusterId,
    node_id: nodeId,
    started_at: new Date(startedAt).toISOString(),
    machine: {
      hostname: hostname(),
      operating_system: `${platform()} ${release()} ${arch()}`,
      runtime: process.versions,
      processors: availableParallelism(),
      load: loadavg(),
      memory_bytes: totalmem(),
    },
    process: {
      pid: process.pid,
      uptime_seconds: Math.round(process.uptime()),
      memory: process.memoryUsage(),
      heap: getHeapStatistics(),
      resources: process.resourceUsage(),
      active: countOf(process.getActiveResourcesInfo()),
    },
    options: {
      host,
      port,
      base_path: basePath,
      embed_origins: embedOrigins.length,
      trusted_proxies: trustProxy.length,
      followed_files: follow.length,
      file_roots: fileRoots.length,
      recognise,
      mail_server: mailServer !== undefined,
    },
    journal: journalFigures(store.journal),
    words: store.words,
    searches: search.load,
    indices: {
      total: indices.length,
      listed: indices.slice(-listed).map(({ name, fields }) => ({ name, fields: fields.size })),
    },
    inputs: {
      total: inputs.length,
      listed: inputs.slice(0, listed).map(({ id, type, desired_state }) => {
        const running = intake.inputs.running(id);
        return { id, type, desired_state, state: running?.state ?? null };
      }),
    },
    loggers: Object.fromEntries(ownLog.loggers.all().map(([name, { level }]) => [name, level])),
  };
}

/** Returns statistics of the journal without message texts and paths. */
export function journalFigures({ loadingFirst: _message, files, ...figures }: JournalState) {
  const { directory: _directory, ...measured } = files;
  return { ...figures, files: measured };
}

function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** Yields the files of a bundle. The content of a file is collected after the file before it has been read. */
export function* bundleFiles(rooms: BundleRooms): Generator<ZipFile> {
  const { nodeId, metrics, ownLog } = rooms;
  yield { name: 'cluster.json', content: jsonPieces(cluster(rooms)) };
  yield { name: `${nodeId}/metrics.json`, content: jsonPieces(metrics.registry()) };
  const lines = ownLog.recent.last(Infinity);
  yield { name: `${nodeId}/logs/${memoryLog.name}`, content: lines.map((line) => `${line}\n`) };
}
