/** Renders the dialogs of the widget area, loaded when they are first opened. */
import type { ReactNode } from 'react';
import type { Widget, WidgetPosition } from '../../api/contract/views.schema.js';
import type { ViewDocument } from '../../machines/view/document.js';
import { Float } from '../kit/float.js';
import { lazyPart } from '../kit/lazy-part.js';
import type { ViewPageActor } from './view-page.js';

const OpenedDialog = lazyPart(() => import('./opened-dialog.js'), 'OpenedDialog');
export const CopyToDashboardDialog = lazyPart(
  () => import('./dialogs/copy-to-dashboard-dialog.js'),
  'CopyToDashboardDialog',
);

export type AreaDialog =
  | { readonly kind: 'create'; readonly position: WidgetPosition }
  | { readonly kind: 'move' | 'copy' | 'export'; readonly widget: Widget };

export interface AreaDialogsProps {
  readonly page: ViewPageActor;
  readonly document: ViewDocument;
  readonly dialog: AreaDialog | undefined;
  readonly hasRoute: (route: string) => boolean;
  readonly onClose: () => void;
}

export function AreaDialogs(props: AreaDialogsProps): ReactNode {
  return <Float onFailed={props.onClose}>{props.dialog && <OpenedDialog {...props} dialog={props.dialog} />}</Float>;
}
