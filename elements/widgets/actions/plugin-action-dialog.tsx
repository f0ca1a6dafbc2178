/** What a plug-in does with a field or a value: its element in a dialog. */
import { useState, type ReactNode } from 'react';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { PluginElement } from '../../kit/plugins/plugin-element.js';
import type { Registered } from '../../kit/plugins/slots.js';
import { pluginTexts } from '../../kit/plugins/texts.js';
import { pluginSubject } from './action-sources.js';
import type { ActionSubject } from './actions.js';

export interface PluginActionDialogProps {
  readonly part: Registered<'valueActions'>;
  readonly subject: ActionSubject;
  readonly onClose: () => void;
}

export function PluginActionDialog({ part, subject, onClose }: PluginActionDialogProps): ReactNode {
  const [properties] = useState(() => ({ subject: pluginSubject(subject) }));
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
