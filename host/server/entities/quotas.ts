/**
 * Limits the storage of each user, so that no user can fill the disk or the memory. The error at a limit explains the
 * remedy.
 */
import { stringifyJson } from '../../../api/json.js';
import { FieldValidationError, TooLargeError } from '../foundation/errors.js';

const KiB = 1024;
const MiB = 1024 * KiB;

export const quotas = {
  /** Number of unsaved searches per user; beyond it the oldest are deleted. */
  unsavedSearches: 300,
  searchBytes: 64 * MiB,
  oneSearchBytes: 448 * KiB,
  views: 500,
  viewBytes: 64 * MiB,
  oneViewBytes: 448 * KiB,
  preferencesBytes: 64 * KiB,
  listPreferences: 100,
  listPreferencesBytes: 16 * KiB,
  favorites: 500,
  /**
   * Limits of the search history of one user. Beyond a limit the least recently used entries are removed, and shared
   * entries only when no other entries are left.
   */
  historyEntries: 500,
  historyBytes: 1 * MiB,
  /** Largest number of searches in the histories of all users together. */
  allHistoryEntries: 50_000,
  allHistoryBytes: 32 * MiB,
  /** Size of one entry as JSON; larger ones are refused. */
  oneHistoryEntryBytes: 64 * KiB,
  tokens: 100,
} as const;

/** Returns the size of a value as JSON in bytes. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(stringifyJson(value) ?? '');

const size = (bytes: number): string =>
  bytes < MiB ? `${Math.ceil(bytes / KiB)} KiB` : `${Math.ceil((bytes / MiB) * 10) / 10} MiB`;

/**
 * Checks the size of a single object in bytes.
 * @throws TooLargeError beyond the limit; `advice` tells how to shrink it
 */
export function checkSize(what: string, bytes: number, limit: number, advice: string): void {
  if (bytes > limit)
    throw new TooLargeError(`${what} takes ${size(bytes)}; at most ${size(limit)} are kept. ${advice}`);
}

/** Checks the size in bytes of all objects of a kind that one user has. @throws TooLargeError beyond the limit */
export function checkTotal(whose: string, what: string, bytes: number, limit: number, advice: string): void {
  if (bytes > limit)
    throw new TooLargeError(
      `${what} of ${whose} would take ${size(bytes)} together; at most ${size(limit)} are kept. ${advice}`,
    );
}

/** Checks the number of objects of a kind that one user would have. @throws TooLargeError beyond the limit */
export function checkCount(what: string, count: number, limit: number, advice: string): void {
  if (count > limit) throw new TooLargeError(`At most ${limit} ${what} are kept for one user. ${advice}`);
}

/** Checks the lengths of texts in characters. @throws FieldValidationError that names each text beyond its limit */
export function checkLengths(
  texts: Readonly<Record<string, readonly [text: string | null | undefined, limit: number]>>,
): void {
  const errors = Object.entries(texts).flatMap(([field, [text, limit]]) =>
    (text?.length ?? 0) > limit ? [[field, [`must not be longer than ${limit} characters`]]] : [],
  );
  if (errors.length > 0) throw new FieldValidationError(Object.fromEntries(errors) as Record<string, string[]>);
}
