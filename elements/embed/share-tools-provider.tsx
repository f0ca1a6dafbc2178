/** Wraps the pages of the console and opens the dialogs that share or embed the displayed content. */
import { useMemo, useState, type ReactNode } from 'react';
import { Float } from '../kit/float.js';
import { lazyPart } from '../kit/lazy-part.js';
import { ShareToolsContext, type EmbedRequest, type ShareTools } from '../kit/share-tools.js';

const EmbedDialog = lazyPart(() => import('./embed-dialog.js'), 'EmbedDialog');

export function ShareToolsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [embedded, setEmbedded] = useState<EmbedRequest>();
  const tools = useMemo<ShareTools>(() => ({ onEmbed: setEmbedded }), []);
  const close = (): void => setEmbedded(undefined);
  return (
    <ShareToolsContext value={tools}>
      {children}
      <Float onFailed={close}>{embedded && <EmbedDialog request={embedded} onClose={close} />}</Float>
    </ShareToolsContext>
  );
}
