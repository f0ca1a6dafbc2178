/** Renders a workbench below the editor: sample messages, and the unsaved rule's result for each. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { RuleTest } from '../../../api/contract/rule-tests.js';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { reasonOf } from '../../../api/failures.js';
import { sampleSetsQuery } from '../../../api/queries/rule-workbench.js';
import type { Finding } from '../../../machines/pipelines/finding.js';
import { useConnection } from '../../element/connection-context.js';
import { Section } from '../../kit/detail-page/index.js';
import { Loading } from '../../kit/loading.js';
import { Part } from '../../kit/part.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { MessageLoader } from '../message-loader/index.js';
import type { ShownValue } from '../rule-editor/index.js';
import { ResultDetail } from './result-detail.js';
import { ResultTable } from './result-table.js';
import { SampleBar } from './sample-bar.js';
import { shownValues } from './shown-values.js';
import { texts } from './texts.js';
import { useRun } from './use-run.js';
import { useSamples, type SampleChoice } from './use-samples.js';

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  totals: { ...type.body },
  errors: { color: tokens.status.danger.text, fontWeight: 600 },
  hint: { color: tokens.text.secondary, ...type.body },
  split: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1.1fr) minmax(0, 1fr)',
    gap: '12px',
    alignItems: 'start',
    [container.medium]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

export interface WorkbenchSectionProps {
  readonly source: string;
  readonly ruleTitle: string | undefined;
  readonly first?: SampleChoice;
  /** Message on which the rule runs immediately, such as a message on which it failed. */
  readonly tried?: ResultMessage | undefined;
  /** Creates a test from a message and its result; undefined when tests cannot be created. */
  readonly onTest?: (test: RuleTest) => void;
  /** Called with values of the selected message and errors of the run, for the editor. */
  readonly onShown: (values: readonly ShownValue[], findings: readonly Finding[]) => void;
}

const nothing: SampleChoice = { kind: 'none' };

export function WorkbenchSection(props: WorkbenchSectionProps): ReactNode {
  const { source, ruleTitle, first = nothing, tried, onTest, onShown } = props;
  const styles = useStyles();
  const { client } = useConnection();
  // A server without a workbench has no sample sets either, which is known before the first run.
  const isAbsent = useQuery(sampleSetsQuery(client)).data === null;
  const samples = useSamples(first, tried);
  const [pipelineId, setPipelineId] = useState<string>();
  const [chosen, setChosen] = useState(0);
  const { messages, choice } = samples;
  const run = useRun(source, messages, pipelineId);
  const { answer, current } = run;
  const results = answer?.results ?? [];
  const at = Math.min(chosen, Math.max(0, results.length - 1));
  const result = results[at];

  useEffect(() => {
    if (!current || !answer) {
      onShown([], []);
      return;
    }
    const values = result ? shownValues(source, result.values, result.matched) : [];
    const places = new Map<string, Finding>();
    answer.results.forEach(({ error }, index) => {
      if (!error || error.from === null || error.to === null || places.has(`${error.from} ${error.reason}`)) return;
      const { from, to, reason } = error;
      places.set(`${from} ${reason}`, {
        kind: 'error',
        from,
        to,
        title: `${texts.messageTitle(index + 1)}: ${reason}`,
      });
    });
    onShown(values, [...places.values()]);
  }, [source, answer, current, result, onShown]);

  return (
    <Section title={texts.title} action={answer && answer.results.length > 0 && <Totals answer={answer} />}>
      <div className={styles.body}>
        {answer === null || isAbsent ? (
          <p className={styles.hint}>{texts.needsServer}</p>
        ) : (
          <SampleBar samples={samples} pipelineId={pipelineId} onPipeline={setPipelineId} ruleTitle={ruleTitle} />
        )}
        {choice.kind === 'raw' && (
          <Part fallback={<Loading />}>
            <MessageLoader raw message={samples.one} onMessage={samples.setOne} />
          </Part>
        )}
        {choice.kind === 'none' && answer !== null && !isAbsent && <p className={styles.hint}>{texts.hint}</p>}
        {samples.loading && !messages && <Loading />}
        {samples.error !== undefined && samples.error !== null && (
          <p className={styles.errors}>{texts.loadingFailed(reasonOf(samples.error))}</p>
        )}
        {messages?.length === 0 && <p className={styles.hint}>{texts.empty}</p>}
        {run.error !== undefined && <p className={styles.errors}>{texts.runFailed(reasonOf(run.error))}</p>}
        {answer && answer.errors.length > 0 && <p className={styles.hint}>{texts.notParsed}</p>}
        {answer && messages && results.length > 0 && (
          <div className={styles.split}>
            <ResultTable results={results} messages={messages} chosen={at} onChoose={setChosen} />
            {result && messages[at] && (
              <ResultDetail number={at + 1} result={result} message={messages[at]} onTest={onTest} />
            )}
          </div>
        )}
        {answer && results.length > 0 && messages && results.length < messages.length && (
          <p className={styles.hint}>{texts.cutShort(results.length)}</p>
        )}
      </div>
    </Section>
  );
}

interface TotalsProps {
  readonly answer: NonNullable<ReturnType<typeof useRun>['answer']>;
}

function Totals({ answer: { results, matched, failed, micros_per_message: micros } }: TotalsProps): ReactNode {
  const styles = useStyles();
  return (
    <span className={styles.totals} role="status">
      {texts.totals(matched, results.length)}
      {failed > 0 && (
        <>
          {', '}
          <span className={styles.errors}>{texts.errors(failed)}</span>
        </>
      )}
      {`, ${texts.micros(micros.toLocaleString('en'))}`}
    </span>
  );
}
