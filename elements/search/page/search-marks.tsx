import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { useHostElement } from '../../element/host-context.js';
import { IconButton } from '../../kit/icon-button.js';
import { EditIcon } from '../../kit/icons.js';
import { Float } from '../../kit/float.js';
import { FavoriteStar, MetadataDialog, viewTexts as texts } from '../../views/index.js';
import type { ViewPageActor } from '../../view-area/index.js';
import { useSaving } from './use-saving.js';

const useStyles = makeStyles({
  marks: { display: 'inline-flex', flexShrink: 0, marginLeft: '4px', marginBlock: '-4px' },
});

/** Renders favourite and edit buttons beside the title of a saved search; edits are stored immediately. */
export function SearchMarks({ page }: { readonly page: ViewPageActor }): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { view, document, fresh, busy, editable } = useSaving(page);
  const [editing, setEditing] = useState(false);
  if (!document || fresh || host.readonly) return null;
  const { title, summary, description } = document.view;
  return (
    <span className={styles.marks}>
      <FavoriteStar view={document.view} onChange={(favorite) => view.send({ type: 'favorite.changed', favorite })} />
      {editable && (
        <IconButton
          size="small"
          quiet
          label={texts.metadata.pen}
          icon={<EditIcon />}
          busy={busy}
          onClick={() => setEditing(true)}
        />
      )}
      <Float onFailed={() => setEditing(false)}>
        {editing && (
          <MetadataDialog
            heading={texts.metadata.editing(document.view.type)}
            submit={texts.metadata.save(document.view.type)}
            initial={{ title, summary: summary ?? '', description: description ?? '' }}
            onClose={() => setEditing(false)}
            onSubmit={(metadata) => {
              setEditing(false);
              view.send({ type: 'metadata.changed', metadata });
              view.send({ type: 'save.requested' });
            }}
          />
        )}
      </Float>
    </span>
  );
}
