/** Renders the snapshots that the user may revoke: those of the displayed view first, all others on demand. */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Snapshot } from '../../api/contract/snapshots.js';
import { reasonOf } from '../../api/failures.js';
import { revokeSnapshotMutation } from '../../api/queries/snapshots.js';
import { useConnection } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { Button } from '../kit/button.js';
import { useToasts } from '../kit/feedback.js';
import { formatDate } from '../kit/format.js';
import { space, tokens, type } from '../kit/tokens.js';
import { texts } from './texts.js';

export interface SnapshotListProps {
  readonly snapshots: readonly Snapshot[];
  /** Id of the displayed stored view; undefined: the view is not saved. */
  readonly viewId: string | undefined;
  /** Id of the snapshot that was just created. */
  readonly newest: string | undefined;
}

const useStyles = makeStyles({
  part: { display: 'grid', gap: `${space.m}px`, justifyItems: 'start' },
  title: { ...type.cardTitle, margin: 0 },
  list: { display: 'grid', gap: `${space.s}px`, margin: 0, padding: 0, listStyleType: 'none', width: '100%' },
  row: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: `${space.m}px` },
  words: { minWidth: 0, overflowWrap: 'anywhere' },
  facts: { ...type.caption, color: tokens.text.secondary },
});

export function SnapshotList({ snapshots, viewId, newest }: SnapshotListProps): ReactNode {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const [all, setAll] = useState(false);
  const revoking = useMutation(revokeSnapshotMutation(client, queryClient));
  const newestFirst = snapshots.toReversed();
  const own = newestFirst.filter(({ id, view_id: view }) => id === newest || (viewId !== undefined && view === viewId));
  const shown = all ? newestFirst : own;
  if (snapshots.length === 0) return null;
  return (
    <section className={styles.part} aria-label={texts.listed}>
      <h3 className={styles.title}>{texts.listed}</h3>
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map(({ id, title, created_by: by, expires_at: until, opened }) => (
            <li key={id} className={styles.row}>
              <span className={styles.words}>
                {title} <span className={styles.facts}>{texts.row(by, formatDate(until, timezone), opened)}</span>
              </span>
              <Button
                size="small"
                aria-label={texts.revokeOf(title)}
                busy={revoking.isPending && revoking.variables === id}
                onClick={() =>
                  revoking.mutate(id, {
                    onSuccess: () => toast('success', texts.revoked, texts.dialog),
                    onError: (error) => toast('error', texts.revokeFailed(reasonOf(error)), texts.dialog),
                  })
                }
              >
                {texts.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!all && snapshots.length > own.length && (
        <Button size="small" appearance="subtle" onClick={() => setAll(true)}>
          {texts.more(snapshots.length)}
        </Button>
      )}
    </section>
  );
}
