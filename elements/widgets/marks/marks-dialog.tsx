/**
 * Renders a dialog that adds, edits and deletes the newest marks of all charts, if the server stores marks, and sets
 * whether charts show events that are no alerts.
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { reasonOf } from '../../../api/failures.js';
import { chartMarksQuery } from '../../../api/queries/chart-marks.js';
import { serverRootQuery } from '../../../api/queries/server-root.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { hasCoarsePointer } from '../../kit/coarse-pointer.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { AddIcon } from '../../kit/icons.js';
import { Loading } from '../../kit/loading.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { formatInstant } from '../time/format-instant.js';
import { eventMarksWanted } from './event-marks-wanted.js';
import { MarkDialog } from './mark-dialog.js';
import { MarkTools } from './mark-tools.js';
import { marksHelp, markTexts } from './texts.js';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: `${space.xl}px` },
  text: { margin: 0, ...type.body, color: tokens.text.secondary },
  list: {
    maxHeight: '340px',
    margin: 0,
    padding: 0,
    overflowY: 'auto',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.control,
    listStyleType: 'none',
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: `${space.s}px`,
    padding: `${space.xs}px ${space.s}px ${space.xs}px ${space.xl}px`,
    ':not(:last-child)': { borderBottom: `1px solid ${tokens.border.divider}` },
  },
  words: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere', ...type.body },
  about: { ...type.caption, color: tokens.text.tertiary },
});

export function MarksDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [adding, setAdding] = useState(false);
  const { data: root } = useQuery(serverRootQuery(client));
  const events = useSyncExternalStore(eventMarksWanted.subscribe, eventMarksWanted.get);
  const storesMarks = root?.embedded === true;
  if (adding) return <MarkDialog mark={undefined} onClose={() => setAdding(false)} />;
  return (
    <Dialog
      open
      size="medium"
      title={markTexts.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{markTexts.close}</Button>
          {storesMarks && (
            <Button appearance="primary" icon={<AddIcon />} onClick={() => setAdding(true)}>
              {markTexts.add}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {root && (
          <p className={styles.text}>{storesMarks ? marksHelp(hasCoarsePointer()) : markTexts.referenceServer}</p>
        )}
        {storesMarks && <Marks />}
        <div>
          <Checkbox label={markTexts.events} checked={events} onChange={eventMarksWanted.set} />
          <p className={styles.text}>{markTexts.eventsHelp}</p>
        </div>
      </div>
    </Dialog>
  );
}

function Marks(): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const { timezone } = useHostElement();
  const { data, error, refetch } = useQuery(chartMarksQuery(client));
  if (error) return <ErrorPanel title={markTexts.title} errors={[reasonOf(error)]} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.marks.length === 0) return <p className={styles.text}>{markTexts.none}</p>;
  const time = (text: string): string => formatInstant(Date.parse(text), timezone, 'seconds');
  return (
    <>
      <ul className={styles.list} tabIndex={0} aria-label={markTexts.title}>
        {data.marks.map((mark) => (
          <li key={mark.id} className={styles.row}>
            <span className={styles.words}>
              {mark.text}
              <br />
              <span className={styles.about}>
                {[
                  markTexts.kinds[mark.kind],
                  mark.until === null ? time(mark.timestamp) : `${time(mark.timestamp)} – ${time(mark.until)}`,
                  markTexts.by(mark.created_by, mark.changed_by),
                ].join(' · ')}
              </span>
            </span>
            <MarkTools mark={mark} />
          </li>
        ))}
      </ul>
      {data.total > data.marks.length && (
        <p className={styles.text}>{markTexts.notAll(data.marks.length, data.total)}</p>
      )}
    </>
  );
}
