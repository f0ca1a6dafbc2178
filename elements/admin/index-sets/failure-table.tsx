/** Renders the table of storage failures; below the row of a failure, the content of its message can be shown. */
import { makeStyles } from '@griffel/react';
import { Fragment, useId, useState, type ReactNode } from 'react';
import type { IndexerFailure } from '../../../api/contract/system.js';
import { parseJson, stringifyJson } from '../../../api/json.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Link } from '../../kit/link.js';
import { RelativeTime } from '../../kit/timestamp.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { failureText } from './failure-text.js';
import { keyOf, type Retrying } from './retrying.js';
import { routes } from './routes.js';
import { texts } from './texts.js';

const { failures: words } = texts;

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    ...type.body,
    '& th, & td': { padding: '8px 16px', textAlign: 'start', verticalAlign: 'top', overflowWrap: 'anywhere' },
    '& thead th': {
      padding: '6px 16px',
      backgroundColor: tokens.surface.subtle,
      color: tokens.text.secondary,
      verticalAlign: 'middle',
      whiteSpace: 'nowrap',
      ...type.overline,
    },
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
  index: { minWidth: '88px' },
  id: { ...type.logSmall },
  kind: { color: tokens.text.secondary },
  note: { marginTop: '4px', color: tokens.text.secondary },
  choice: { width: '16px' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '6px' },
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

export interface FailureTableProps {
  readonly failures: readonly IndexerFailure[];
  /** Selected failures and functions to retry them; undefined if no message can be retried. */
  readonly retrying: Retrying | undefined;
}

export function FailureTable({ failures, retrying }: FailureTableProps): ReactNode {
  const styles = useStyles();
  const kept = failures.filter((failure) => failure.can_retry === true);
  const chosen = kept.filter((failure) => retrying?.chosen.has(keyOf(failure)));
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {retrying && (
            <th className={styles.choice}>
              <Checkbox
                aria-label={words.chooseAll}
                disabled={kept.length === 0}
                checked={chosen.length === 0 ? false : chosen.length === kept.length || 'mixed'}
                onChange={(all) => retrying.onChoose(kept, all)}
              />
            </th>
          )}
          {columns.map((column) => (
            <th key={column} scope="col">
              {words.columns[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {failures.map((failure, at) => (
          // A message may have several identical failures, so the key contains the position in the list.
          <FailureRow key={`${failure.letter_id} ${at}`} failure={failure} retrying={retrying} />
        ))}
      </tbody>
    </table>
  );
}

interface FailureRowProps {
  readonly failure: IndexerFailure;
  readonly retrying: Retrying | undefined;
}

function FailureRow({ failure, retrying }: FailureRowProps): ReactNode {
  const styles = useStyles();
  const documentId = useId();
  const [open, setOpen] = useState(false);
  const { timestamp, index, letter_id: letterId, message, is_stored: isStored, document, tries = 1 } = failure;
  const { kind, reason } = failureText(message);
  const mayRetry = retrying !== undefined && failure.can_retry === true;
  const what = open ? words.hide : words.show;
  return (
    <Fragment>
      <tr>
        {retrying && (
          <td className={styles.choice}>
            {mayRetry && (
              <Checkbox
                aria-label={words.choose(letterId)}
                checked={retrying.chosen.has(keyOf(failure))}
                onChange={(chosen) => retrying.onChoose([failure], chosen)}
              />
            )}
          </td>
        )}
        <td className={styles.time}>
          <RelativeTime instant={timestamp} />
        </td>
        <td className={styles.index}>{index}</td>
        <td className={styles.id}>
          {isStored ? <Link route={routes.message(index, letterId)}>{letterId}</Link> : letterId}
        </td>
        <td>
          {kind !== undefined && <span className={styles.kind}>{kind}: </span>}
          {reason}
          {tries > 1 && <p className={styles.note}>{words.tried(tries)}</p>}
          {isStored === false && failure.can_retry === false && <p className={styles.note}>{words.notKept}</p>}
          {(document !== undefined || mayRetry) && (
            <div className={styles.actions}>
              {document !== undefined && (
                <Button
                  size="small"
                  aria-expanded={open}
                  aria-controls={open ? documentId : undefined}
                  aria-label={words.ofMessage(what, letterId)}
                  onClick={() => setOpen(!open)}
                >
                  {what}
                </Button>
              )}
              {mayRetry && (
                <Button
                  size="small"
                  disabled={retrying.isBusy}
                  aria-label={words.retryOne(letterId)}
                  onClick={() => retrying.onRetry([failure])}
                >
                  {words.retry}
                </Button>
              )}
            </div>
          )}
        </td>
      </tr>
      {open && document !== undefined && (
        <tr id={documentId}>
          <td colSpan={columns.length + (retrying ? 1 : 0)}>
            {/* The text can be focused, so that it can be scrolled by keyboard. */}
            <pre className={styles.document} tabIndex={0} role="region" aria-label={words.document(letterId)}>
              {indented(document)}
            </pre>
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/**
 * Returns a JSON document with indentation; a document that is no valid JSON, such as a truncated one, is unchanged.
 */
function indented(document: string): string {
  try {
    return stringifyJson(parseJson(document), 2);
  } catch {
    return document;
  }
}
