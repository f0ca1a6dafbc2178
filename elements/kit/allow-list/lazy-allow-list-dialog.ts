/** Exports the dialog of the URL whitelist, which is loaded on demand; it must be wrapped in `<Float>`. */
import { lazyPart } from '../lazy-part.js';
import type { AllowListDialogProps } from './allow-list-dialog.js';

export const AllowListDialog = lazyPart<'AllowListDialog', AllowListDialogProps>(
  () => import('./allow-list-dialog.js'),
  'AllowListDialog',
);
