/**
 * Shown when the server refused a page's request: the console's own page (spec 3 §2.5), or an inline message in other
 * hosts, with the ids of the streams that the user may not read.
 */
import { useContext, type ReactNode } from 'react';
import { MissingStreamPermission } from '../../api/failures.js';
import { useTrouble } from '../element/host-context.js';
import { DeniedState } from './empty-state.js';
import { PageLayout } from './page-layout.js';
import { RefusalContext, type RefusalProps } from './refusal-context.js';
import { kitTexts } from './texts.js';

export function Refusal({ error }: RefusalProps): ReactNode {
  useTrouble(error);
  const Page = useContext(RefusalContext);
  if (Page) return <Page error={error} />;
  const streams = error instanceof MissingStreamPermission ? error.streams : [];
  return (
    <PageLayout>
      <DeniedState title={kitTexts.denied}>
        {kitTexts.deniedHelp}
        {streams.length > 0 && (
          <ul>
            {streams.map((id) => (
              <li key={id}>{id}</li>
            ))}
          </ul>
        )}
      </DeniedState>
    </PageLayout>
  );
}
