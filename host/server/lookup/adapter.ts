/**
 * Defines the interface of data adapters. Each type has a directory in `adapters` and a line in `adapters/index.ts`.
 */
import type { AdapterProblem, DataAdapter, LookupConfig } from '../../../api/contract/lookup.js';
import type { EgressGuard } from '../outgoing/egress-guard.js';
import type { ReadableFiles } from '../intake/files/readable-files.js';
import type { LoadThread } from './data/load-thread.js';
import type { LookupResult } from './result.js';
import { errorOf } from '../foundation/caught.js';
import type { StoredTables } from './stored/stored-tables.js';

/** Contains settings of the threat intelligence configuration; true: the source is enabled. */
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

/** Contains statistics of an adapter: the number of its loaded rows, and the problems in its source. */
export interface AdapterFigures {
  /**
   * Number of loaded rows; undefined: the adapter loads no rows, because it sends requests or reads a database file.
   */
  readonly rows: number | undefined;
  readonly problems: readonly AdapterProblem[];
  readonly problemCount: number;
  readonly first: readonly { readonly key: string; readonly value: unknown }[];
}

export const noFigures: AdapterFigures = { rows: undefined, problems: [], problemCount: 0, first: [] };

export interface Adapter {
  /** Looks up a key; it neither throws nor rejects. */
  lookup(key: string): LookupResult | Promise<LookupResult>;
  /**
   * Reason why the source cannot be used at present, in full sentences; undefined: it can be used, or is not known yet.
   */
  readonly error: string | undefined;
  readonly figures: AdapterFigures;
  /** Milliseconds between two refreshes; undefined: the adapter needs no refresh. */
  readonly refreshMs?: number | undefined;
  /**
   * Reads the source again if it has changed.
   * @returns true: the data has changed
   * @throws Error with the reason why the source cannot be read
   */
  refresh?(signal: AbortSignal): Promise<boolean>;
  close?(): void;
}

export interface AdapterType {
  readonly type: string;
  /** Checks a configuration with services of the server; returns the problems by field. */
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

export const reasonOf = (error: unknown): string => errorOf(error).message;
