/**
 * Reads the licences of the packages in the console. They are not in the API, but in a file that the build writes
 * beside the page (host/licences.mjs).
 */
import { queryOptions } from '@tanstack/react-query';
import { hasList } from './has-list.js';

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Index of the licence's text in `texts`; null: the package has no text. */
  readonly text: number | null;
}

export interface Licences {
  /** Packages; the first one is the console itself. */
  readonly packages: readonly ShippedPackage[];
  readonly texts: readonly string[];
}

const isLicences = (answer: unknown): answer is Licences => hasList('packages')(answer) && hasList('texts')(answer);

/** Reads the licences. @param url URL of the file, with the console's own origin */
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
