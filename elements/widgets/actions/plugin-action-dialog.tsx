/** Shows the element of a plug-in's field or value action in a dialog. */
import { useState, type ReactNode } from 'react';
import { PluginDialog } from '../../kit/plugins/plugin-dialog.js';
import type { Registered } from '../../kit/plugins/slots.js';
import { pluginSubject } from './action-sources.js';
import type { ActionSubject } from './actions.js';

export interface PluginActionDialogProps {
  readonly part: Registered<'valueActions'>;
  readonly subject: ActionSubject;
  readonly onClose: () => void;
}

export function PluginActionDialog({ part, subject, onClose }: PluginActionDialogProps): ReactNode {
  const [properties] = useState(() => ({ subject: pluginSubject(subject) }));
  return <PluginDialog part={part} properties={properties} onClose={onClose} />;
}
