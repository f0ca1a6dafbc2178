/** Finds another log server that the bench measures beside this one: a VictoriaLogs or an OpenSearch. */
import type { IncomingMessage } from '../../host/server/store/types.js';
import { accessTo } from './access.js';
import { openSearchAt, otherThanOpenSearch } from './opensearch.js';
import type { Asked } from './rounds.js';
import type { Line } from './search-lines.js';
import { victoriaLogsAt } from './victoria-logs.js';

export interface Peer {
  /** Name of the product, which the report shows. */
  readonly product: string;
  /**
   * Loads the messages unless an earlier run has. Resolves when searches find all of them and the data is merged as far
   * as the product merges the data of a closed index.
   */
  load(batches: Iterable<readonly IncomingMessage[]>, count: number): Promise<void>;
  /** Size of the loaded data on disk, in bytes. */
  bytes(): Promise<number>;
  /** Processor time that the process has used since its start, in milliseconds. */
  cpuMs(): Promise<number>;
  /** Returns the resident memory of the process in bytes; undefined: the product does not report it. */
  readonly residentBytes?: () => Promise<number>;
  /**
   * Returns the largest resident memory that the process has had, in bytes; undefined: the product does not report
   * it.
   */
  readonly peakBytes?: () => Promise<number>;
  /** Address and headers of the Elasticsearch bulk API. */
  readonly bulk: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  /** Counts the messages that searches find in a time range, epoch milliseconds; `to` is exclusive. */
  count(from: number, to: number): Promise<number>;
  /** Restarts the process and waits until it answers; undefined if no command is configured. */
  readonly restart: (() => Promise<void>) | undefined;
  /** Executes a search. @returns duration in milliseconds, and the result */
  ask(line: Line, from: number, to: number): Promise<Asked>;
  /** Removes the loaded data, where the product can. */
  remove(): Promise<void>;
}

/**
 * Finds out which product answers at an address.
 * @param address `http://user:password@host:port`
 * @param index name of the index (OpenSearch)
 * @param restart shell command that restarts the process; it may return before the process answers
 * @throws Error when nothing or another product answers at the address
 */
export async function peerAt(address: string, index: string, restart?: string): Promise<Peer> {
  const url = new URL(address);
  // VictoriaLogs serves its metrics at this path, which OpenSearch lacks.
  const metrics = await fetch(`${url.origin}/metrics`, { headers: accessTo(url).authorization });
  if ((await metrics.text()).includes('vl_') && metrics.ok) return victoriaLogsAt(address);
  const other = await otherThanOpenSearch(address);
  if (other !== undefined)
    throw new Error(`${url.host} is neither a VictoriaLogs nor an OpenSearch: its root answers ${other}`);
  return openSearchAt(address, index, restart);
}
