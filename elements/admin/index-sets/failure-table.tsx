/** Rows of what could not be stored; a message that is nowhere else is shown below its row. */
import { makeStyles } from '@griffel/react';
import { Fragment, useId, useState, type ReactNode } from 'react';
import type { IndexerFailure } from '../../../api/contract/system.js';
import { parseJson, stringifyJson } from '../../../api/json.js';
import { Button } from '../../kit/button.js';
import { Link } from '../../kit/link.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { failureText } from './failure-text.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

const { failures: words } = texts;

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    ...type.body,
    '& th, & td': { padding: '8px 16px', textAlign: 'start', verticalAlign: 'top', overflowWrap: 'anywhere' },
    '& thead th': { color: tokens.text.secondary, whiteSpace: 'nowrap', ...type.overline },
    '& tbody tr': { borderTop: `1px solid ${tokens.border.divider}` },
    [container.compact]: {
      display: 'block',
      '& thead': { display: 'none' },
      '& tbody, & tr, & td': { display: 'block' },
      '& td': { padding: '2px 12px' },
      '& tr': { padding: '8px 0' },
    },
  },
  time: { whiteSpace: 'nowrap' },
  id: { ...type.logSmall },
  kind: { color: tokens.text.secondary },
  toggle: { marginTop: '6px' },
  document: {
    margin: 0,
    padding: '8px 12px',
    maxHeight: '320px',
    overflow: 'auto',
    borderRadius: '4px',
    backgroundColor: tokens.surface.subtle,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    unicodeBidi: 'isolate',
    ':focus-visible': { outline: `2px solid ${tokens.focus.outer}`, outlineOffset: '1px' },
    ...type.logSmall,
  },
});

const columns = ['timestamp', 'index', 'letterId', 'error'] as const;

export function FailureTable({ failures }: { readonly failures: readonly IndexerFailure[] }): ReactNode {
  return (
    <table className={useStyles().table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {words.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {failures.map((failure, at) => (
          // A message may have several failures, alike to the letter.
          <FailureRow key={`${failure.letter_id} ${at}`} failure={failure} />
        ))}
      </tbody>
    </table>
  );
}

function FailureRow({ failure }: { readonly failure: IndexerFailure }): ReactNode {
  const styles = useStyles();
  const documentId = useId();
  const [open, setOpen] = useState(false);
  const { timestamp, index, letter_id: letterId, message, is_stored: isStored, document } = failure;
  const { kind, reason } = failureText(message);
  const what = open ? words.hide : words.show;
  return (
    <Fragment>
      <tr>
        <td className={styles.time}>
          <RelativeTime instant={timestamp} />
        </td>
        <td>{index}</td>
        <td className={styles.id}>
          {isStored ? <Link route={routes.message(index, letterId)}>{letterId}</Link> : letterId}
        </td>
        <td>
          {kind !== undefined && <span className={styles.kind}>{kind}: </span>}
          {reason}
          {document !== undefined && (
            <div className={styles.toggle}>
              <Button
                size="small"
                aria-expanded={open}
                aria-controls={open ? documentId : undefined}
                aria-label={words.ofMessage(what, letterId)}
                onClick={() => setOpen(!open)}
              >
                {what}
              </Button>
            </div>
          )}
        </td>
      </tr>
      {open && document !== undefined && (
        <tr id={documentId}>
          <td colSpan={columns.length}>
            {/* It scrolls: by keyboard as well. */}
            <pre className={styles.document} tabIndex={0} role="region" aria-label={words.document(letterId)}>
              {indented(document)}
            </pre>
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** As it is where it is cut. */
function indented(document: string): string {
  try {
    return stringifyJson(parseJson(document), 2);
  } catch {
    return document;
  }
}
