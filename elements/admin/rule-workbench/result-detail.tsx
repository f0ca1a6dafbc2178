/** Renders the full result of one sample message: fields, streams, dropping, created messages, error. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { WorkbenchResult } from '../../../api/contract/rule-workbench.js';
import type { RuleTest } from '../../../api/contract/rule-tests.js';
import type { MessageFields } from '../../../api/contract/searches.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { tokens, type } from '../../kit/tokens.js';
import { rawText } from '../../widgets/values/value-text.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  box: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    maxHeight: '420px',
    overflow: 'auto',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '4px',
    backgroundColor: tokens.surface.subtle,
    ':focus-visible': { outline: `2px solid ${tokens.focus.outer}` },
  },
  head: { display: 'flex', justifyContent: 'space-between', gap: '8px', padding: '6px 10px', ...type.cardTitle },
  row: {
    display: 'grid',
    gridTemplateColumns: '72px minmax(80px, 1fr) minmax(0, 2fr)',
    columnGap: '8px',
    padding: '4px 10px',
    borderTop: `1px solid ${tokens.border.divider}`,
    overflowWrap: 'anywhere',
    ...type.body,
  },
  added: { boxShadow: `inset 3px 0 0 ${tokens.change.added}` },
  changed: { boxShadow: `inset 3px 0 0 ${tokens.change.changed}` },
  removed: { boxShadow: `inset 3px 0 0 ${tokens.change.removed}` },
  mark: { fontWeight: 600 },
  mono: { ...type.logSmall, whiteSpace: 'pre-wrap' },
  old: { textDecorationLine: 'line-through', color: tokens.text.secondary },
  note: {
    padding: '6px 10px',
    borderTop: `1px solid ${tokens.border.divider}`,
    color: tokens.text.secondary,
    ...type.body,
  },
  details: { padding: '6px 10px', borderTop: `1px solid ${tokens.border.divider}`, ...type.body },
});

export interface ResultDetailProps {
  readonly number: number;
  readonly result: WorkbenchResult;
  readonly message: MessageFields;
  readonly onTest?: ((test: RuleTest) => void) | undefined;
}

export function ResultDetail({ number, result, message, onTest }: ResultDetailProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const streams = useQuery(streamsQuery(client)).data?.streams ?? [];
  const titles = (ids: readonly string[]): string =>
    ids.map((id) => streams.find((one) => one.id === id)?.title ?? id).join(', ');
  const { matched, added, changed, removed, error, created } = result;
  return (
    <div className={styles.box} role="region" aria-label={texts.messageTitle(number)} tabIndex={0}>
      <div className={styles.head}>
        <span>{texts.messageTitle(number)}</span>
        <span>{matched === null ? texts.notReached : texts.condition(String(matched))}</span>
      </div>
      {error && <Alert kind="danger">{texts.place(error.line, error.position_in_line + 1, error.reason)}</Alert>}
      {Object.entries(added).map(([name, value]) => (
        <Row key={name} kind="added" name={name}>
          {rawText(value)}
        </Row>
      ))}
      {Object.entries(changed).map(([name, { before, after }]) => (
        <Row key={name} kind="changed" name={name}>
          <span className={styles.old}>{rawText(before)}</span> {rawText(after)}
        </Row>
      ))}
      {Object.entries(removed).map(([name, value]) => (
        <Row key={name} kind="removed" name={name}>
          <span className={styles.old}>{rawText(value)}</span>
        </Row>
      ))}
      {result.dropped && <div className={styles.note}>{texts.droppedText}</div>}
      {result.streams_added.length > 0 && (
        <div className={styles.note}>{texts.streamsAdded(titles(result.streams_added))}</div>
      )}
      {result.streams_removed.length > 0 && (
        <div className={styles.note}>{texts.streamsRemoved(titles(result.streams_removed))}</div>
      )}
      {created > 0 && <div className={styles.note}>{texts.created(created)}</div>}
      {onTest && (
        <div className={styles.note}>
          <Button size="small" onClick={() => onTest(testOf(message, result))}>
            {texts.makeTest}
          </Button>
        </div>
      )}
      <details className={styles.details}>
        <summary>{texts.fields}</summary>
        {Object.entries(message).map(([name, value]) => (
          <div key={name} className={styles.mono}>
            {name}: {rawText(value)}
          </div>
        ))}
      </details>
    </div>
  );
}

/** Creates a test that expects the rule's current result for the message. */
function testOf(
  message: MessageFields,
  { matched, added, changed, removed, dropped, error }: WorkbenchResult,
): RuleTest {
  const { gl2_processing_error: _error, ...fields } = {
    ...added,
    ...Object.fromEntries(Object.entries(changed).map(([name, { after }]) => [name, after])),
  };
  return {
    title: '',
    message: Object.fromEntries(Object.entries(message).filter(([name]) => !name.startsWith('gl2_') && name !== '_id')),
    expected: {
      ...(matched !== null && { matches: matched }),
      ...(Object.keys(fields).length > 0 && { fields }),
      ...(Object.keys(removed).length > 0 && { absent: Object.keys(removed) }),
      ...(dropped && { dropped }),
      ...(error && { fails: true }),
    },
  };
}

interface RowProps {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly name: string;
  readonly children: ReactNode;
}

function Row({ kind, name, children }: RowProps): ReactNode {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.row, styles[kind])}>
      <span className={styles.mark}>{texts[kind]}</span>
      <span className={styles.mono}>{name}</span>
      <span className={styles.mono}>{children}</span>
    </div>
  );
}
