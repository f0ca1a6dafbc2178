/**
 * Shown when the server refused the page's request: the console has its own page for it (spec 3 §2.5), elements show it
 * inline.
 */
import { useContext, type ReactNode } from 'react';
import { MissingStreamPermission } from '../../api/failures.js';
import { DeniedState } from './empty-state.js';
import { PageLayout } from './page-layout.js';
import { RefusalContext, type RefusalProps } from './refusal-context.js';
import { kitTexts } from './texts.js';

export function Refusal({ error }: RefusalProps): ReactNode {
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
