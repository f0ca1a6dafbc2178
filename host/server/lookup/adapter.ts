/** Face of a data adapter. Each type has a folder below `adapters` and a line in `adapters/index.ts`. */
import type { AdapterProblem, DataAdapter, LookupConfig } from '../../../api/contract/lookup.js';
import type { EgressGuard } from '../outgoing/egress-guard.js';
import type { ReadableFiles } from '../intake/files/readable-files.js';
import type { LoadThread } from './data/load-thread.js';
import type { LookupResult } from './result.js';
import type { StoredTables } from './stored/stored-tables.js';

/** Switches of the threat intelligence configuration, as they are at the moment. */
export interface ThreatSwitches {
  readonly tor: boolean;
  readonly spamhaus: boolean;
  readonly otx: boolean;
  readonly otxApiKey: string;
}

export interface AdapterRooms {
  readonly egress: EgressGuard;
  readonly files: ReadableFiles;
  readonly thread: LoadThread;
  readonly stored: StoredTables;
  readonly threat: () => ThreatSwitches;
  readonly now: () => number;
}

/** Figures of an adapter and the state of its source. */
export interface AdapterFigures {
  /** Undefined when the adapter loads no rows because each lookup asks elsewhere. */
  readonly rows: number | undefined;
  readonly problems: readonly AdapterProblem[];
  readonly problemCount: number;
  readonly first: readonly { readonly key: string; readonly value: unknown }[];
}

export const noFigures: AdapterFigures = { rows: undefined, problems: [], problemCount: 0, first: [] };

export interface Adapter {
  /** Never throws; an answer that takes time comes later, and never rejects. */
  lookup(key: string): LookupResult | Promise<LookupResult>;
  /** Why its source cannot be used at present, in whole sentences; undefined: it can, or nothing is known yet. */
  readonly error: string | undefined;
  readonly figures: AdapterFigures;
  /** Milliseconds between two refreshes; undefined: there is nothing to refresh. */
  readonly refreshMs?: number | undefined;
  /** Reads its source anew if it has changed. @returns whether the data changed. @throws Error that says why it cannot be read */
  refresh?(signal: AbortSignal): Promise<boolean>;
  close?(): void;
}

export interface AdapterType {
  readonly type: string;
  /** Faults of a configuration that only the server sees, by field. */
  readonly problems?: (
    config: LookupConfig,
    rooms: AdapterRooms,
  ) => Promise<Readonly<Record<string, string[]>>> | Readonly<Record<string, string[]>>;
  readonly make: (config: LookupConfig, rooms: AdapterRooms, document: Pick<DataAdapter, 'id'>) => Adapter;
}

export const text = (config: LookupConfig, name: string): string => {
  const value = config[name];
  return typeof value === 'string' ? value : '';
};
export const number = (config: LookupConfig, name: string, otherwise = 0): number => {
  const value = config[name];
  return typeof value === 'number' ? value : otherwise;
};
export const flag = (config: LookupConfig, name: string): boolean => config[name] === true;

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
