/** Renders a dialog that shows the element of a plug-in's action. */
import type { ReactNode } from 'react';
import { Button } from '../button.js';
import { Dialog } from '../dialog.js';
import { PluginElement } from './plugin-element.js';
import { pluginTexts } from './texts.js';

export interface PluginDialogProps {
  readonly part: { readonly plugin: string; readonly title: string; readonly element?: string };
  /** Properties that the element receives besides `host`. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
}

export function PluginDialog({ part, properties, onClose }: PluginDialogProps): ReactNode {
  return (
    <Dialog
      open
      size="medium"
      title={part.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{pluginTexts.close}</Button>}
    >
      <PluginElement plugin={part.plugin} tag={part.element ?? ''} properties={properties} onClose={onClose} />
    </Dialog>
  );
}
