/** Remembers in this browser whether the chart of a new search starts folded, as the user last left it. */
import { readLocal, writeLocal } from '../kit/local-store.js';

const keyOf = (server: string, username: string | null): string =>
  `log-console.folded-chart ${server} ${username ?? ''}`;
const isTrue = (value: unknown): value is true => value === true;

export const foldsChart = (server: string, username: string | null): boolean =>
  readLocal(keyOf(server, username), isTrue) === true;

export const rememberFold = (server: string, username: string | null, folded: boolean): void =>
  writeLocal(keyOf(server, username), folded || undefined);
