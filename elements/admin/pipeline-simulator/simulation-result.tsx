/** Renders the result of a simulation: changes, resulting messages and trace. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { SimulatedResult, SimulationResponse } from '../../../api/contract/pipelines.js';
import { Alert } from '../../kit/alert.js';
import { useFactTable } from '../../kit/fact-table.js';
import { Tabs } from '../../kit/tabs.js';
import { tokens, type } from '../../kit/tokens.js';
import { rawText } from '../../widgets/values/value-text.js';
import { texts } from './texts.js';

type View = keyof typeof texts.views;
const views = Object.keys(texts.views) as View[];

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', paddingTop: '12px' },
  took: { color: tokens.text.tertiary, ...type.caption },
  views: { width: 'fit-content', maxWidth: '100%', boxSizing: 'border-box', overflowX: 'auto' },
  head: { ...type.cardTitle, marginBottom: '4px' },
  name: { width: '30%' },
  value: { ...type.logSmall, whiteSpace: 'pre-wrap' },
  old: { textDecorationLine: 'line-through', color: tokens.text.secondary },
  trace: { margin: 0, padding: 0, listStyleType: 'none', overflowWrap: 'anywhere', ...type.logSmall },
  step: { padding: '3px 0', borderBottom: `1px solid ${tokens.border.divider}` },
});

export interface SimulationResultProps {
  /** Fields of the message before the simulation. */
  readonly original: Readonly<Record<string, unknown>>;
  readonly simulation: SimulationResponse;
}

export function SimulationResult({ original, simulation }: SimulationResultProps): ReactNode {
  const styles = useStyles();
  const [view, setView] = useState<View>('changes');
  const { messages, simulation_trace: trace, took_microseconds: took } = simulation;
  const own = messages.find(({ message }) => message['_id'] === original['_id']);
  return (
    <Tabs
      label={texts.more}
      kind="segments"
      tabs={views.map((key) => ({ key, label: texts.views[key] }))}
      active={view}
      onChange={setView}
      className={styles.views}
    >
      <div className={styles.body}>
        <span className={styles.took}>{texts.took(took.toLocaleString('en'))}</span>
        {view === 'changes' && <Changes original={original} own={own} created={messages.length - (own ? 1 : 0)} />}
        {view === 'preview' && <Preview messages={messages} />}
        {view === 'trace' && (
          <ol className={styles.trace}>
            {trace.map(({ time, message }, index) => (
              <li key={index} className={styles.step}>
                {texts.step(time.toLocaleString('en'), message)}
              </li>
            ))}
          </ol>
        )}
      </div>
    </Tabs>
  );
}

interface ChangesProps {
  readonly original: Readonly<Record<string, unknown>>;
  /** The resulting message; undefined when the pipelines dropped it. */
  readonly own: SimulatedResult | undefined;
  readonly created: number;
}

function Changes({ original, own, created }: ChangesProps): ReactNode {
  const styles = useStyles();
  const stats = own?.decoration_stats;
  const added = Object.entries(stats?.added_fields ?? {});
  const removed = Object.entries(stats?.removed_fields ?? {});
  const changed = Object.keys(stats?.changed_fields ?? {});
  const isSame = own && added.length + removed.length + changed.length === 0;
  return (
    <>
      {!own && <Alert kind="warning">{texts.dropped}</Alert>}
      {isSame && <Alert kind="info">{texts.unchanged}</Alert>}
      <FieldRows title={texts.added} rows={added.map(([name, value]) => [name, rawText(value)])} />
      <FieldRows
        title={texts.removed}
        rows={removed.map(([name, value]) => [
          name,
          <span key={name} className={styles.old}>
            {rawText(value)}
          </span>,
        ])}
      />
      <FieldRows
        title={texts.mutated}
        rows={changed.map((name) => [
          name,
          <span key={name}>
            <span className={styles.old}>{rawText(stats?.changed_fields[name] ?? original[name])}</span>
            {' → '}
            {rawText(own?.message[name])}
          </span>,
        ])}
      />
      {created > 0 && (
        <div>
          <h3 className={styles.head}>{texts.others}</h3>
          <p>{texts.created(created)}</p>
        </div>
      )}
    </>
  );
}

interface FieldRowsProps {
  readonly title: string;
  readonly rows: readonly (readonly [name: string, value: ReactNode])[];
}

function FieldRows({ title, rows }: FieldRowsProps): ReactNode {
  const styles = useStyles();
  const table = useFactTable();
  if (rows.length === 0) return null;
  return (
    <div>
      <h3 className={styles.head}>{title}</h3>
      <table className={table} aria-label={title}>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row" className={styles.name}>
                {name}
              </th>
              <td className={mergeClasses(styles.value)}>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Preview({ messages }: { readonly messages: readonly SimulatedResult[] }): ReactNode {
  if (messages.length === 0) return <Alert kind="warning">{texts.noPreview}</Alert>;
  return messages.map(({ message }, index) => (
    <FieldRows
      key={index}
      title={texts.message(index + 1)}
      rows={Object.entries(message)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, value]) => [name, rawText(value)])}
    />
  ));
}
