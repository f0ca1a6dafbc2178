/** Renders the tests of a rule: sample messages and expected results. */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { RuleTest, RuleTestResult } from '../../../api/contract/rule-tests.js';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { reasonOf } from '../../../api/failures.js';
import { ruleTestRunQuery, ruleTestsQuery, saveRuleTestsMutation } from '../../../api/queries/rule-tests.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { useToasts } from '../../kit/feedback.js';
import { Float } from '../../kit/float.js';
import { AddIcon, ErrorIcon, ExcludeIcon, SuccessIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { tokens, type } from '../../kit/tokens.js';
import { useDebounced } from '../../kit/use-debounced.js';
import { rawText } from '../../widgets/values/value-text.js';
import { texts } from './texts.js';

const TestDialog = lazyPart(() => import('./test-dialog.js'), 'TestDialog');

const { tests: words } = texts;
/** Milliseconds after the last keystroke until the tests run on the unsaved source. */
const runAfterMs = 500;

const useStyles = makeStyles({
  hint: { color: tokens.text.secondary, ...type.body },
  failed: { color: tokens.status.danger.text, fontWeight: 600 },
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  item: { display: 'grid', gridTemplateColumns: '16px minmax(0, 1fr)', columnGap: '10px', ...type.body },
  icon: { fontSize: '16px', lineHeight: '18px' },
  good: { color: tokens.status.success.icon },
  idle: { color: tokens.text.tertiary },
  bad: { color: tokens.status.danger.icon },
  title: { fontWeight: 600, overflowWrap: 'anywhere' },
  difference: { color: tokens.text.secondary, overflowWrap: 'anywhere', ...type.logSmall },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
});

/** A test being created or edited; `index` is undefined for a new test. */
export interface TestDraft {
  readonly index: number | undefined;
  readonly test: RuleTest;
}

export interface TestsSectionProps {
  readonly ruleId: string;
  readonly source: string;
  readonly mayEdit: boolean;
  readonly draft: TestDraft | undefined;
  readonly onDraft: (draft: TestDraft | undefined) => void;
  readonly onTry: (message: ResultMessage) => void;
}

const emptyTest: RuleTest = { title: '', message: { message: '' }, expected: { matches: true } };

export function TestsSection({ ruleId, source, mayEdit, draft, onDraft, onTry }: TestsSectionProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const [removing, setRemoving] = useState<number>();
  const { data, error } = useQuery(ruleTestsQuery(client, ruleId));
  const settled = useDebounced(source, runAfterMs);
  const tests = data?.tests ?? [];
  const run = useQuery({ ...ruleTestRunQuery(client, ruleId, settled), enabled: tests.length > 0 });
  const saving = useMutation(saveRuleTestsMutation(client, queryClient, ruleId));
  const results = run.data?.results ?? data?.results ?? [];
  const failed = results.filter(({ passed }) => !passed).length;
  const close = (): void => onDraft(undefined);
  const remove = (index: number): void => {
    setRemoving(index);
    saving.mutate(
      tests.filter((_, at) => at !== index),
      {
        onError: (failure) => toast('error', reasonOf(failure), words.saveFailed),
        onSettled: () => setRemoving(undefined),
      },
    );
  };
  return (
    <Section
      title={words.title}
      action={
        mayEdit &&
        data && (
          <Button size="small" icon={<AddIcon />} onClick={() => onDraft({ index: undefined, test: emptyTest })}>
            {words.add}
          </Button>
        )
      }
    >
      {data === undefined && !error && <Loading />}
      {error && <p className={styles.hint}>{words.failed(reasonOf(error))}</p>}
      {data === null && <p className={styles.hint}>{words.needsServer}</p>}
      {data && (
        <p className={styles.hint}>
          {tests.length === 0
            ? words.none
            : results.length === 0
              ? words.notRun
              : words.passed(results.length - failed)}
          {failed > 0 && <span className={styles.failed}>{`, ${words.failedCount(failed)}`}</span>}
        </p>
      )}
      <ul className={styles.list}>
        {tests.map((test, index) => (
          <li key={`${index} ${test.title}`} className={styles.item}>
            <span className={styles.icon}>
              {!results[index] ? (
                <span className={styles.idle}>
                  <ExcludeIcon />
                </span>
              ) : !results[index].passed ? (
                <span className={styles.bad}>
                  <ErrorIcon />
                </span>
              ) : (
                <span className={styles.good}>
                  <SuccessIcon />
                </span>
              )}
            </span>
            <div>
              <div className={styles.title}>{test.title}</div>
              <Differences result={results[index]} />
              <div className={styles.buttons}>
                <Button
                  size="small"
                  appearance="subtle"
                  onClick={() =>
                    onTry({ index: '', message: test.message, highlight_ranges: null, decoration_stats: null })
                  }
                >
                  {words.try}
                </Button>
                {mayEdit && (
                  <>
                    <Button size="small" appearance="subtle" onClick={() => onDraft({ index, test })}>
                      {texts.edit}
                    </Button>
                    <Button size="small" appearance="subtle" busy={removing === index} onClick={() => remove(index)}>
                      {texts.delete}
                    </Button>
                  </>
                )}
              </div>
            </div>
          </li>
        ))}
      </ul>
      <Float onFailed={close}>
        {draft && data && (
          <TestDialog
            draft={draft}
            save={(test) =>
              saving.mutateAsync(draft.index === undefined ? [...tests, test] : tests.with(draft.index, test))
            }
            onClose={close}
          />
        )}
      </Float>
    </Section>
  );
}

function Differences({ result }: { readonly result: RuleTestResult | undefined }): ReactNode {
  const styles = useStyles();
  if (!result || result.passed) return null;
  return (
    <>
      {result.error !== null && <div className={styles.difference}>{result.error}</div>}
      {result.differences.map(({ what, field, expected, actual }, index) => (
        <div key={index} className={styles.difference}>
          {words.difference(field ?? what, rawText(expected ?? 'null'), rawText(actual ?? 'null'))}
        </div>
      ))}
    </>
  );
}
