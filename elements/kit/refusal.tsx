/**
 * Shown when the server refused a page's request. In the console it is the console's own page (spec 3 §2.5). In other
 * hosts it is an inline message with the ids of the streams that the user may not read. There, a guest sees a plain
 * sentence instead, and the reason is written to the browser's console for the developer of the page.
 */
import { useContext, useEffect, type ReactNode } from 'react';
import { MissingStreamPermission, reasonOf } from '../../api/failures.js';
import { isGuest, useUsername } from '../element/connection-context.js';
import { useTrouble } from '../element/host-context.js';
import { DeniedState } from './empty-state.js';
import { PageLayout } from './page-layout.js';
import { RefusalContext, type RefusalProps } from './refusal-context.js';
import { laterKitTexts } from './later-texts.js';

export function Refusal({ error }: RefusalProps): ReactNode {
  useTrouble(error);
  const Page = useContext(RefusalContext);
  const guest = isGuest(useUsername());
  const reason = reasonOf(error);
  useEffect(() => {
    if (guest) console.warn(reason);
  }, [guest, reason]);
  if (Page) return <Page error={error} />;
  if (guest) {
    return (
      <PageLayout>
        <DeniedState title={laterKitTexts.deniedGuest} />
      </PageLayout>
    );
  }
  const streams = error instanceof MissingStreamPermission ? error.streams : [];
  return (
    <PageLayout>
      <DeniedState title={laterKitTexts.denied}>
        {laterKitTexts.deniedHelp}
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
