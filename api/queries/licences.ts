/**
 * Licences of the shipped packages: a file that the build writes beside the page (host/licences.mjs), not an answer of
 * the API.
 */
import { queryOptions } from '@tanstack/react-query';
import { hasList } from './has-list.js';

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Number of the licence text; null: the package has none. */
  readonly text: number | null;
}

export interface Licences {
  /** Packages, starting with the console itself. */
  readonly packages: readonly ShippedPackage[];
  readonly texts: readonly string[];
}

const isLicences = (answer: unknown): answer is Licences => hasList('packages')(answer) && hasList('texts')(answer);

/** @param url address of the file, on the console's own origin */
export function licencesQuery(url: string) {
  return queryOptions({
    queryKey: ['licences', url],
    queryFn: async ({ signal }): Promise<Licences> => {
      const answer = await fetch(url, { signal });
      if (!answer.ok) throw new Error(`${url}: status ${answer.status}`);
      const read: unknown = await answer.json();
      if (!isLicences(read)) throw new Error(`${url}: the answer has another form than expected`);
      return read;
    },
    staleTime: Infinity,
    retry: false,
  });
}
