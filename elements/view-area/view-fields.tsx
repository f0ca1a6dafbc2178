/**
 * Provides the computed fields of a view to the parts of the view: the types of the fields, and a client whose searches
 * compute the fields.
 */
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { Client } from '../../api/client.js';
import { computingClient } from '../../api/queries/computed-client.js';
import { computedKind } from '../../machines/view/titles.js';
import { stateOf } from '../../machines/view/document.js';
import { useConnection } from '../element/connection-context.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Part } from '../kit/part.js';
import { ComputedFieldsContext, useComputedTypes } from './field-types.js';
import { useView, type ViewPageActor } from './view-page.js';

const ViewClientContext = createContext<Client | undefined>(undefined);

/** Returns the client for searches on behalf of the surrounding view. */
export function useViewClient(): Client {
  const { client } = useConnection();
  return useContext(ViewClientContext) ?? client;
}

const UncomputedNote = lazyPart(() => import('./uncomputed-note.js'), 'UncomputedNote');

/** Shows a note that names the fields of the surrounding view if the server cannot compute them. */
export function UncomputedFields({ className }: { readonly className?: string }): ReactNode {
  const fields = useContext(ComputedFieldsContext);
  return fields.length === 0 ? null : (
    <Part>
      <UncomputedNote fields={fields} className={className} />
    </Part>
  );
}

export function ViewFields({ page, children }: { readonly page: ViewPageActor; readonly children: ReactNode }) {
  const { client, queryClient } = useConnection();
  const { document, queryId } = useView(page);
  const stored = document && stateOf(document, queryId).titles?.[computedKind];
  // A changed view has new objects with the same definitions; the client stays, so that nothing is requested again.
  const text = stored && JSON.stringify(stored);
  const definitions = useMemo(
    // Cast: the text was written above from definitions by name.
    () => (text === undefined ? undefined : (JSON.parse(text) as Readonly<Record<string, string>>)),
    [text],
  );
  const computing = useMemo(
    () => definitions && computingClient({ client, queryClient }, definitions),
    [client, queryClient, definitions],
  );
  return (
    <ComputedFieldsContext value={useComputedTypes(definitions)}>
      <ViewClientContext value={computing}>{children}</ViewClientContext>
    </ComputedFieldsContext>
  );
}
