/** Whether the chart of a new search begins folded: as the person left that of the one before, in this browser. */
import { readLocal, writeLocal } from '../kit/local-store.js';

const keyOf = (server: string, username: string | null): string =>
  `log-console.folded-chart ${server} ${username ?? ''}`;
const isTrue = (value: unknown): value is true => value === true;

export const foldsChart = (server: string, username: string | null): boolean =>
  readLocal(keyOf(server, username), isTrue) === true;

export const rememberFold = (server: string, username: string | null, folded: boolean): void =>
  writeLocal(keyOf(server, username), folded || undefined);
