/** Titles of entities by their GRN, read when they are shown. */
import { parseGrn } from '../auth/grants.js';
import type { Documents } from '../store/types.js';
import type { ViewHead, ViewRecord } from './views.js';

interface Titled {
  id: string;
  title?: string;
  full_name?: string;
  name?: string;
  /** Of a view. */
  type?: string;
}

/** Entity type → collection of documents. */
const collections: Readonly<Record<string, string>> = {
  dashboard: 'views',
  search: 'views',
  stream: 'streams',
  event_definition: 'event_definitions',
  notification: 'event_notifications',
  output: 'outputs',
  user: 'users',
  role: 'roles',
};

function find(documents: Documents, { type, id }: { readonly type: string; readonly id: string }): Titled | undefined {
  const collection = collections[type];
  if (collection === 'views') return documents.archive<ViewRecord, ViewHead>('views').head(id);
  return collection === undefined ? undefined : documents.collection<Titled>(collection).get(id);
}

/** Whether there is an entity of that name, as far as entities of its type are kept here. */
export function entityExists(
  documents: Documents,
  { type, id }: { readonly type: string; readonly id: string },
): boolean {
  const found = find(documents, { type, id });
  if (!found || collections[type] !== 'views') return found !== undefined;
  return found.type === (type === 'dashboard' ? 'DASHBOARD' : 'SEARCH');
}

export const unknownTitle = (text: string): string => `Unknown entity: ${text}`;

export type TitleOf = (grn: string) => string;

export function titlesOf(documents: Documents): TitleOf {
  return (text) => {
    const entity = parseGrn(text);
    const found = entity && find(documents, entity);
    return (found && (found.title ?? found.full_name ?? found.name)) || unknownTitle(text);
  };
}
