/**
 * Renders the import of pasted or uploaded CSV into a stored table: a preview lists the first lines that differ from
 * the stored rows, and the user chooses what happens with duplicate keys.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import type { CsvImportResult, ImportedLine } from '../../../api/contract/lookup-rows.js';
import type { CsvImportQuery, StoredColumn } from '../../../api/contract/lookup.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { importRowsMutation, previewImport } from '../../../api/queries/lookup.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Checkbox, Radio } from '../../kit/checkbox.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { FileInput } from '../../kit/file-input.js';
import { Input } from '../../kit/input.js';
import { Select } from '../../kit/select.js';
import { useTrial } from '../../kit/tester/index.js';
import { Textarea } from '../../kit/textarea.js';
import { useTextFile } from '../../kit/text-file.js';
import { kitTexts } from '../../kit/texts.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { rowTexts } from './row-texts.js';
import { texts } from './texts.js';

const words = rowTexts.importing;
const limit = { mostBytes: 16 * 1024 * 1024, tooLarge: words.tooLong };

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '12px',
    paddingTop: '12px',
    borderTop: `1px solid ${tokens.border.divider}`,
  },
  head: { ...type.cardTitle },
  settings: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: '12px' },
  narrow: { width: '130px' },
  quote: { width: '72px' },
  body: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(260px, 2fr)',
    gap: '16px',
    alignItems: 'start',
    [container.wide]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  scroll: { overflow: 'auto', maxHeight: '420px', border: `1px solid ${tokens.border.subtle}`, borderRadius: '6px' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    ...type.logSmall,
    '& th, & td': { padding: '6px 10px', textAlign: 'start', borderBottom: `1px solid ${tokens.border.divider}` },
    '& th': { color: tokens.text.secondary, ...type.overline },
    '& td:first-child': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', color: tokens.text.secondary },
  },
  new: { boxShadow: `inset 3px 0 0 ${tokens.change.added}` },
  changed: { boxShadow: `inset 3px 0 0 ${tokens.change.changed}` },
  duplicate: { backgroundColor: tokens.status.warning.background },
  refused: { boxShadow: `inset 3px 0 0 ${tokens.change.removed}` },
  kind: { fontWeight: 600 },
  before: { color: tokens.text.tertiary, textDecorationLine: 'line-through', marginRight: '6px' },
  choices: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  counts: { ...type.body },
  radios: { display: 'grid', gap: '6px', marginTop: '8px' },
  buttons: { display: 'flex', justifyContent: 'flex-end', gap: '8px', flexWrap: 'wrap' },
  note: { color: tokens.text.secondary, ...type.caption },
});

export interface ImportPanelProps {
  readonly adapterId: string;
  readonly columns: readonly StoredColumn[];
  readonly onClose: () => void;
}

export function ImportPanel({ adapterId, columns, onClose }: ImportPanelProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [reads, setReads] = useState<CsvImportQuery>({
    separator: ',',
    quote: '"',
    header: true,
    duplicates: 'last',
    delete_missing: false,
    preview: true,
  });
  const importing = useMutation(importRowsMutation(client, queryClient, adapterId));
  const trial = useTrial({
    name: `lookup-import ${adapterId}`,
    input: text.trim() === '' || reads.quote === '' ? undefined : { text, reads },
    run: ({ text: body, reads: query }, signal) => previewImport(client, adapterId, query, body, signal),
  });
  const { result } = trial;
  /** Changes what is imported; a problem of the previous import says nothing about it. */
  const change = (next: string): void => {
    setProblem(undefined);
    setText(next);
  };
  const set = (part: Partial<CsvImportQuery>): void => {
    setProblem(undefined);
    setReads((before) => ({ ...before, ...part }));
  };

  const file = useTextFile(limit, (read) => change(read ?? ''));
  const deleted = reads.delete_missing ? (result?.missing ?? 0) : 0;
  const count = result ? result.created + result.changed + deleted : 0;
  const submit = async (): Promise<void> => {
    try {
      const done = await importing.mutateAsync({ query: { ...reads, preview: false }, text });
      if (done.problem !== null) return setProblem(done.problem);
      toast('success', words.done(done.created + done.changed), texts.success);
      emit('log-changed', { type: 'lookup-row', id: adapterId });
      return onClose();
    } catch (error) {
      return toast('error', reasonOf(error), words.failed);
    }
  };
  const fault = file.problem ?? problem ?? result?.problem ?? (trial.error ? reasonOf(trial.error) : undefined);
  return (
    <section className={styles.root} aria-label={words.title}>
      <h3 className={styles.head}>{words.title}</h3>
      <div className={styles.settings}>
        <Field label={words.file}>
          <FileInput file={file.file} accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={file.choose} />
        </Field>
        <Field label={words.separator} className={styles.narrow}>
          <Select
            options={Object.entries(words.separators).map(([value, label]) => ({ value, label }))}
            value={reads.separator}
            onChange={(separator) => set({ separator })}
          />
        </Field>
        <Field label={words.quote} className={styles.quote}>
          <Input mono maxLength={1} value={reads.quote} onChange={(quote) => set({ quote })} />
        </Field>
        <Checkbox label={words.header} checked={reads.header} onChange={(header) => set({ header })} />
      </div>
      {!file.file && (
        <Field label={words.paste}>
          <Textarea
            mono
            rows={5}
            value={text}
            placeholder={['key', ...columns.map(({ name }) => name)].join(reads.separator)}
            onChange={change}
          />
        </Field>
      )}
      {fault !== undefined && <Alert kind="danger">{fault}</Alert>}
      <div className={styles.body}>
        {result && result.shown.length > 0 ? <Lines result={result} /> : <div />}
        <div className={styles.choices}>
          {result && <Counts result={result} />}
          {result && result.duplicates.length > 0 && (
            <Duplicates result={result} value={reads.duplicates} onChange={(duplicates) => set({ duplicates })} />
          )}
          {result && result.missing > 0 && (
            <Checkbox
              label={words.missing(result.missing)}
              checked={reads.delete_missing}
              onChange={(on) => set({ delete_missing: on })}
            />
          )}
          <div className={styles.buttons}>
            <Button onClick={onClose}>{kitTexts.cancel}</Button>
            <Button
              appearance="primary"
              busy={importing.isPending}
              disabled={count === 0 || fault !== undefined || trial.busy}
              {...(result && count === 0 && { disabledReason: words.nothing })}
              onClick={() => void submit()}
            >
              {words.submit(count)}
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}

function Counts({ result }: { readonly result: CsvImportResult }): ReactNode {
  const styles = useStyles();
  const { lines, created, changed, same, refused } = result;
  return (
    <p className={styles.counts} role="status">
      {words.counts(lines)} <b>{words.created(created)}</b>, <b>{words.changed(changed)}</b>, {words.same(same)},{' '}
      <b>{words.refused(refused)}</b>
    </p>
  );
}

interface DuplicatesProps {
  readonly result: CsvImportResult;
  readonly value: CsvImportQuery['duplicates'];
  readonly onChange: (value: CsvImportQuery['duplicates']) => void;
}

function Duplicates({ result: { duplicates }, value, onChange }: DuplicatesProps): ReactNode {
  const styles = useStyles();
  const name = useId();
  const [first] = duplicates;
  return (
    <Alert kind="warning" {...(first && { title: words.twice(first.lines, first.key) })}>
      {duplicates.length > 1 && <p>{words.moreTwice(duplicates.length - 1)}</p>}
      <div className={styles.radios} role="radiogroup">
        {(['first', 'last', 'refuse'] as const).map((choice) => (
          <Radio
            key={choice}
            name={name}
            label={words[choice]}
            checked={value === choice}
            onChoose={() => onChange(choice)}
          />
        ))}
      </div>
    </Alert>
  );
}

function Lines({ result }: { readonly result: CsvImportResult }): ReactNode {
  const styles = useStyles();
  return (
    <div>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={words.title}>
          <thead>
            <tr>
              <th scope="col">{words.line}</th>
              <th scope="col">{words.result}</th>
              <th scope="col">{rowTexts.key}</th>
              {result.columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {result.shown.map((line) => (
              <Line key={`${line.line} ${line.key}`} line={line} />
            ))}
          </tbody>
        </table>
      </div>
      {result.same > 0 && <p className={styles.note}>{words.sameNote(result.same)}</p>}
    </div>
  );
}

function Line({ line: { line, kind, key, values, before, reason } }: { readonly line: ImportedLine }): ReactNode {
  const styles = useStyles();
  return (
    <tr className={mergeClasses(styles[kind])}>
      <td>{line}</td>
      <td className={styles.kind}>{words.kinds[kind]}</td>
      <td>{kind === 'refused' ? <i>{reason}</i> : key}</td>
      {values.map((value, at) => {
        const old = kind === 'changed' ? (before?.[at] ?? '') : value;
        return (
          <td key={at}>
            {old !== value && <span className={styles.before}>{old}</span>}
            {value}
          </td>
        );
      })}
    </tr>
  );
}
