/** Renders the dialog with the short reference of the query language. */
import { Dialog } from '../../kit/dialog.js';
import { QueryReference } from './query-reference.js';
import { referenceTitle, type ReferenceSection } from './query-reference-texts.js';

export interface ReferenceDialogProps {
  readonly section: ReferenceSection['id'];
  readonly onClose: () => void;
}

export function ReferenceDialog({ section, onClose }: ReferenceDialogProps) {
  return (
    <Dialog open size="medium" title={referenceTitle} onClose={onClose}>
      <QueryReference section={section} />
    </Dialog>
  );
}
