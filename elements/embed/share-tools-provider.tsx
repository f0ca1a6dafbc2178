/** Wraps the pages of the console and opens the dialogs for embedding the displayed content and for its snapshots. */
import { useMemo, useState, type ReactNode } from 'react';
import { Float } from '../kit/float.js';
import { lazyPart } from '../kit/lazy-part.js';
import { ShareToolsContext, type EmbedRequest, type ShareTools, type SnapshotOffer } from '../kit/share-tools.js';

const EmbedDialog = lazyPart(() => import('./embed-dialog.js'), 'EmbedDialog');

const SnapshotDialog = lazyPart(() => import('../snapshot/snapshot-dialog.js'), 'SnapshotDialog');

export function ShareToolsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [embedded, setEmbedded] = useState<EmbedRequest>();
  const [frozen, setFrozen] = useState<SnapshotOffer>();
  const tools = useMemo<ShareTools>(() => ({ onEmbed: setEmbedded, onSnapshot: setFrozen }), []);
  const close = (): void => setEmbedded(undefined);
  const closeSnapshot = (): void => setFrozen(undefined);
  return (
    <ShareToolsContext value={tools}>
      {children}
      <Float onFailed={close}>{embedded && <EmbedDialog request={embedded} onClose={close} />}</Float>
      <Float onFailed={closeSnapshot}>{frozen && <SnapshotDialog offer={frozen} onClose={closeSnapshot} />}</Float>
    </ShareToolsContext>
  );
}
