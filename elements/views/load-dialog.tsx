/** Renders the dialog of the search page that lists saved searches (screens/search.md §4). */
import type { ReactNode } from 'react';
import { Button } from '../kit/button.js';
import { Dialog } from '../kit/dialog.js';
import { Link } from '../kit/link.js';
import { kitTexts } from '../kit/texts.js';
import { SavedSearchesTable } from './saved-searches-table.js';
import { texts } from './texts.js';

export interface LoadDialogProps {
  readonly onOpen: (viewId: string) => void;
  readonly onDeleted: (ids: readonly string[]) => void;
  readonly onClose: () => void;
  /** Route of the page that lists all saved searches; undefined: there is no such page. */
  readonly listRoute: string | undefined;
}

export function LoadDialog({ onOpen, onDeleted, onClose, listRoute }: LoadDialogProps): ReactNode {
  return (
    <Dialog
      open
      size="large"
      title={texts.load.title}
      onClose={onClose}
      footer={
        <>
          {listRoute !== undefined && (
            <Link route={listRoute} style={{ marginRight: 'auto', alignSelf: 'center' }} onClick={onClose}>
              Open the list of saved searches
            </Link>
          )}
          <Button onClick={onClose}>{kitTexts.cancel}</Button>
        </>
      }
    >
      <SavedSearchesTable inDialog onOpen={onOpen} onDeleted={onDeleted} />
    </Dialog>
  );
}
