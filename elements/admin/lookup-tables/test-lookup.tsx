/**
 * Renders a form that tests the lookup of a key, and shows the result and, if the server supports it, an explanation.
 */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { LookupExplanation, LookupResult } from '../../../api/contract/lookup.js';
import { reasonOf } from '../../../api/failures.js';
import { stringifyJson } from '../../../api/json.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Chip, StatusBadge } from '../../kit/chip.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const words = texts.test;

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  row: { display: 'flex', alignItems: 'flex-end', gap: '8px', '& > :first-child': { flexGrow: 1 } },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px', flexWrap: 'wrap' },
  value: { minWidth: 0, overflowWrap: 'anywhere', ...type.log, fontWeight: 600 },
  note: { color: tokens.text.tertiary, ...type.caption },
  result: {
    margin: 0,
    padding: '8px 10px',
    maxHeight: '320px',
    overflow: 'auto',
    borderRadius: '6px',
    backgroundColor: tokens.surface.inset,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ...type.logSmall,
  },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

export interface LookupTrial {
  readonly result: LookupResult;
  /**
   * Explains the way in which the result was found; undefined if the server does not support explanations, or if a data
   * adapter is tested.
   */
  readonly explanation?: LookupExplanation | undefined;
}

export interface TestLookupProps {
  readonly note: string;
  readonly lookUp: (key: string, withoutCache: boolean) => Promise<LookupTrial>;
  /** Removes a key from the cache of the lookup table; undefined if a data adapter is tested. */
  readonly purge?: (key: string) => Promise<unknown>;
}

export function TestLookup({ note, lookUp, purge }: TestLookupProps): ReactNode {
  const styles = useStyles();
  const [key, setKey] = useState('');
  const trial = useMutation({
    mutationFn: ({ wanted, withoutCache }: { readonly wanted: string; readonly withoutCache: boolean }) =>
      lookUp(wanted, withoutCache),
  });
  const run = (withoutCache: boolean): void => trial.mutate({ wanted: key, withoutCache });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (key !== '') run(false);
  };
  return (
    <Section title={words.title} action={<span className={styles.note}>{note}</span>}>
      <div className={styles.root}>
        <form className={styles.row} onSubmit={submit}>
          <Field label={words.key}>
            <Input mono value={key} onChange={setKey} />
          </Field>
          <Button type="submit" busy={trial.isPending} disabled={key === ''}>
            {words.lookUp}
          </Button>
        </form>
        {trial.error && (
          <Alert kind="danger" title={words.failed}>
            {reasonOf(trial.error)}
          </Alert>
        )}
        {trial.data && (
          <div role="status" className={styles.root}>
            <Outcome trial={trial.data} />
          </div>
        )}
        {trial.data?.explanation && (
          <div className={styles.buttons}>
            <Button size="small" disabled={key === ''} onClick={() => run(true)}>
              {words.withoutCache}
            </Button>
            {purge && (
              <Button size="small" disabled={key === ''} onClick={() => void purge(key)}>
                {words.purgeKey}
              </Button>
            )}
          </div>
        )}
      </div>
    </Section>
  );
}

const isEmpty = ({
  single_value: single,
  multi_value: multi,
  string_list_value: list,
  has_error: error,
}: LookupResult) => !error && single === null && multi === null && list === null;

function Outcome({ trial: { result, explanation } }: { readonly trial: LookupTrial }): ReactNode {
  const styles = useStyles();
  const { single_value: single } = result;
  const shown = result.has_error ? words.error : isEmpty(result) ? words.empty : single === null ? '' : String(single);
  return (
    <>
      <div className={styles.head}>
        <span className={styles.value}>{shown}</span>
        {explanation && <CacheBadge explanation={explanation} />}
      </div>
      {explanation && <Details rows={rowsOf(explanation)} />}
      <div>
        <h3 className={styles.note}>{words.result}</h3>
        <pre className={styles.result}>
          {stringifyJson(explanation && !result.has_error ? (result.multi_value ?? result) : result, 2)}
        </pre>
      </div>
    </>
  );
}

function CacheBadge({ explanation: { cache } }: { readonly explanation: LookupExplanation }): ReactNode {
  if (cache.type === 'none') return <Chip size="small">{words.none}</Chip>;
  return <StatusBadge kind={cache.hit ? 'info' : 'neutral'}>{cache.hit ? words.hit : words.miss}</StatusBadge>;
}

function rowsOf({ cache, adapter, defaults, took_us: took, adapter_us: requested }: LookupExplanation) {
  const isCaching = cache.type !== 'none';
  return [
    [words.storedAt, isCaching && cache.age_ms !== null ? words.ago(cache.age_ms) : undefined],
    [words.kept, !isCaching ? undefined : cache.left_ms !== null ? words.keptFor(cache.left_ms) : words.keptForever],
    [words.asked, adapter.asked ? words.wasAsked : words.notAsked(cache.title)],
    [texts.problems.adapter, adapter.error ?? undefined],
    [words.defaults, defaults.length > 0 ? words.appliedDefaults(defaults) : words.noDefaults],
    [words.time, words.took(requested ?? took)],
  ] as const;
}
