/**
 * Shows the result of every step of processing a raw text: the codec, the message processors in their configured order,
 * and the index sets.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PathResult, PathStep } from '../../../api/contract/rule-workbench.js';
import { reasonOf } from '../../../api/failures.js';
import type { RawMessage } from '../../../api/queries/messages.js';
import { runPath } from '../../../api/queries/rule-workbench.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Checkbox } from '../../kit/checkbox.js';
import { StatusBadge } from '../../kit/chip.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Loading } from '../../kit/loading.js';
import { tokens, type } from '../../kit/tokens.js';
import { rawText } from '../../widgets/values/value-text.js';
import { texts } from './texts.js';

const { path: words } = texts;
/** Maximum number of texts that one request processes. */
const mostTexts = 20;

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  hint: { color: tokens.text.secondary, ...type.body },
  list: { display: 'grid', gap: '12px', margin: 0, padding: 0, listStyleType: 'none' },
  step: { display: 'grid', gridTemplateColumns: '28px minmax(0, 1fr)', columnGap: '8px', ...type.body },
  number: {
    display: 'grid',
    placeItems: 'center',
    width: '24px',
    height: '24px',
    borderRadius: '50%',
    backgroundColor: tokens.selection.background,
    color: tokens.selection.text,
    ...type.overline,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', minHeight: '24px' },
  name: { fontWeight: 600 },
  quiet: { color: tokens.text.tertiary, ...type.caption },
  change: {
    display: 'grid',
    gridTemplateColumns: '72px minmax(80px, 1fr) minmax(0, 2fr)',
    columnGap: '8px',
    padding: '2px 8px',
    overflowWrap: 'anywhere',
    ...type.logSmall,
  },
  added: { boxShadow: `inset 3px 0 0 ${tokens.change.added}` },
  changed: { boxShadow: `inset 3px 0 0 ${tokens.change.changed}` },
  removed: { boxShadow: `inset 3px 0 0 ${tokens.change.removed}` },
  old: { textDecorationLine: 'line-through', color: tokens.text.secondary },
  note: { overflowWrap: 'anywhere' },
});

export function PathSection({ raw }: { readonly raw: RawMessage }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [byLine, setByLine] = useState(false);
  const lines = raw.text.split('\n').filter((line) => line.trim() !== '');
  const isMany = byLine && lines.length > 1;
  const requested = isMany ? lines.slice(0, mostTexts) : [raw.text];
  const { data, error } = useQuery({
    queryKey: ['pipelines', 'path', raw, requested],
    queryFn: ({ signal }) => runPath(client, raw, requested, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <Section title={words.title} intro={words.intro}>
      <div className={styles.body}>
        {lines.length > 1 && <Checkbox label={words.byLine} checked={byLine} onChange={setByLine} />}
        {data === undefined && !error && <Loading />}
        {data === null && <p className={styles.hint}>{words.needsServer}</p>}
        {error && <ErrorPanel title={words.failed} errors={[reasonOf(error)]} />}
        {data?.map((result, index) => (
          <Result key={index} title={data.length > 1 ? texts.message(index + 1) : undefined} result={result} />
        ))}
      </div>
    </Section>
  );
}

function Result({ title, result }: { readonly title: string | undefined; readonly result: PathResult }): ReactNode {
  const styles = useStyles();
  const { error, steps, dropped, created } = result;
  return (
    <div>
      {title !== undefined && <h3 className={styles.name}>{title}</h3>}
      {error !== null && <Alert kind="danger">{words.notRead(error)}</Alert>}
      <ol className={styles.list}>
        {steps.map((step, index) => (
          <Step key={step.kind} number={index + 1} step={step} />
        ))}
      </ol>
      {dropped && <Alert kind="warning">{texts.dropped}</Alert>}
      {created > 0 && <p>{texts.created(created)}</p>}
    </div>
  );
}

function Step({ number, step }: { readonly number: number; readonly step: PathStep }): ReactNode {
  const styles = useStyles();
  const { kind, name, off, added, changed, removed, notes, micros } = step;
  const isSame = Object.keys(added).length + Object.keys(changed).length + Object.keys(removed).length === 0;
  const routed = step.streams_added.length + step.streams_removed.length > 0;
  return (
    <li className={styles.step}>
      <span className={styles.number}>{number}</span>
      <div>
        <div className={styles.head}>
          <span className={styles.name}>{name}</span>
          {off && <StatusBadge kind="warning">{words.off}</StatusBadge>}
          {!off && isSame && !routed && notes.length === 0 && <span className={styles.quiet}>{words.noChange}</span>}
          <span className={styles.quiet}>{words.micros(micros.toLocaleString('en'))}</span>
        </div>
        {Object.entries(added).map(([field, value]) => (
          <div key={field} className={mergeClasses(styles.change, styles.added)}>
            <span>{texts.addedMark}</span>
            <span>{field}</span>
            <span>{rawText(value)}</span>
          </div>
        ))}
        {Object.entries(changed).map(([field, { before, after }]) => (
          <div key={field} className={mergeClasses(styles.change, styles.changed)}>
            <span>{texts.changedMark}</span>
            <span>{field}</span>
            <span>
              <span className={styles.old}>{rawText(before)}</span> {rawText(after)}
            </span>
          </div>
        ))}
        {Object.entries(removed).map(([field, value]) => (
          <div key={field} className={mergeClasses(styles.change, styles.removed)}>
            <span>{texts.removedMark}</span>
            <span>{field}</span>
            <span className={styles.old}>{rawText(value)}</span>
          </div>
        ))}
        {step.streams_added.length > 0 && <div>{words.streamsAdded(step.streams_added.join(', '))}</div>}
        {step.streams_removed.length > 0 && <div>{words.streamsRemoved(step.streams_removed.join(', '))}</div>}
        {notes.map((note) => (
          <div key={note} className={styles.note}>
            {kind === 'index_sets' ? words.stored(note) : note}
          </div>
        ))}
      </div>
    </li>
  );
}
