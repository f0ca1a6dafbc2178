/**
 * Shows the answer to the question in the question line: a chart or table above the widgets, computed by a separate
 * small search.
 */
import { makeStyles } from '@griffel/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { SearchJob } from '../../../api/contract/searches.js';
import { reasonOf } from '../../../api/failures.js';
import { splitComputed } from '../../../machines/formula/stored.js';
import { answerTitle, answerConfig, questionSearch } from '../../../machines/question/config.js';
import { effectiveRange } from '../../../machines/search-execution/effective-range.js';
import { isAllTime } from '../../../machines/time-range/ranges.js';
import { hasPlaceForFigures } from '../../../machines/view/chart-look.js';
import { draftOf } from '../../../machines/view/document.js';
import { randomIds } from '../../../machines/view/ids.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { searchDraft } from '../../../machines/search-page.js';
import { useIsOut } from '../../element/use-kept-data.js';
import { Button } from '../../kit/button.js';
import { formatNumber } from '../../kit/format.js';
import { AddIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Part } from '../../kit/part.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { useDebounced } from '../../kit/use-debounced.js';
import { useAtResult, useFieldTypes, useView, useViewClient } from '../../view-area/index.js';
import { comparisonWanted } from '../../widgets/comparison.js';
import { MetricFaults } from '../../widgets/formula/metric-faults.js';
import { grownPx, WidgetFiguresContext } from '../../widgets/frame/fold.js';
import { AggregationWidget, type AggregationWidgetProps } from '../../widgets/index.js';
import type { SearchPageActor } from '../page/use-search-page.js';
import { AnswerInteractions } from './answer-interactions.js';
import type { AnsweredQuestion, EarlierAnswerProps, EarlierOfAnswer } from './earlier-answer.js';
import { answerQuery, type Asked, type FoundAnswer } from './find-answer.js';
import { questionLineTexts as texts } from './texts.js';
import { unknownField, useQuestionState } from './question-state.js';
import { useAddedAnswer } from './use-added-answer.js';
import type { OpenQuestion } from './question-control.js';

const EarlierAnswer = lazyPart<'EarlierAnswer', EarlierAnswerProps>(
  () => import('./earlier-answer.js'),
  'EarlierAnswer',
);

const typingMs = 250;
/** Milliseconds after the last change of the text until the answer to the previous question is removed. */
const refusedMs = 1000;

/** Height of the chart in px without the table of figures below it. */
const bodyPx = 280;

const useStyles = makeStyles({
  card: {
    marginTop: `${space.l}px`,
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
    overflow: 'clip',
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: `${space.s}px ${space.m}px`,
    minHeight: '36px',
    padding: '4px 8px 4px 12px',
  },
  title: { margin: 0, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', ...type.cardTitle },
  facts: { color: tokens.text.tertiary, ...type.caption },
  gap: { flexGrow: 1 },
  // A device without hovering is a phone or tablet, which rarely has keys.
  keys: { color: tokens.text.tertiary, ...type.caption, '@media (hover: none)': { display: 'none' } },
  body: { display: 'flex', flexDirection: 'column', height: `${bodyPx}px`, minHeight: 0 },
  // The card keeps its height, so that the widgets below do not move while the user corrects the question.
  asking: {
    margin: 0,
    height: '328px',
    boxSizing: 'border-box',
    padding: '12px',
    color: tokens.text.tertiary,
    ...type.caption,
  },
});

/** An answer with the question as it was asked. */
interface Answered {
  readonly asked: Asked;
  readonly found: FoundAnswer;
  /** True if the page's search covers all time; the question has the range of this search. */
  readonly ofAllTime: boolean;
}

export interface QuestionAnswerProps {
  readonly page: SearchPageActor;
  readonly open: OpenQuestion;
}

export function QuestionAnswer({ page, open }: QuestionAnswerProps) {
  const state = useQuestionState(open);
  const onAdd = useAddedAnswer(page, state);
  const styles = useStyles();
  const client = useViewClient();
  const { document, queryId } = useView(page);
  const execution = useSelector(page, ({ context }) => context.execution);
  const bindings = useSelector(page, ({ context }) => context.bindings);
  // Each new result of the page runs the question again, so that the answer and the refreshed charts cover the same
  // data.
  const shown = useSelector(execution, ({ context }) => context.shown?.result);
  const ofAllTime = useAtResult(shown, document !== undefined && isAllTime(draftOf(document, queryId).timeRange));
  const draft = useSelector(page, ({ context }) => searchDraft(context));
  const fieldTypes = useFieldTypes(draft, true);
  const { list } = fieldTypes;
  const { question, form } = state;
  const isUnknown = question !== undefined && list !== undefined && unknownField(question, list) !== undefined;
  const isSettled = useDebounced(state.text, refusedMs) === state.text;
  const [isRefused, setRefused] = useState(false);
  // A result must be rendered with the configuration that requested it, which differs while a new request is running.
  const [answered, setAnswered] = useState<Answered>();
  // If the text stays unchanged and cannot be answered, the user has stopped typing, so the answer to the previous
  // question is removed until the text can be answered.
  if (!isRefused && isSettled && (question === undefined || isUnknown)) setRefused(true);
  if (isRefused && answered) setAnswered(undefined);
  const [kept, setKept] = useState<typeof question>();
  // The answer to the last complete question stays while the user types the next question.
  const isKnown = list !== undefined && question !== undefined && !isUnknown;
  if (isKnown && question !== kept) setKept(question);
  if (isKnown && isRefused) setRefused(false);
  const config = useMemo(() => kept && answerConfig(kept, form), [kept, form]);
  const requested = useDebounced(config, typingMs);
  const override = useSelector(execution, ({ context }) => context.request?.override);
  const asked = useMemo((): Asked | undefined => {
    if (!requested || !document || !shown) return undefined;
    const range = effectiveRange(shown.execution_stats);
    const context = { document, queryId, bindings, range, override };
    return {
      config: requested,
      search: questionSearch(context, splitComputed(requested).config, randomIds),
      request: { search: document.search, queryId, widgetMapping: {}, bindings, override },
    };
  }, [requested, document, queryId, bindings, shown, override]);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...answerQuery(client, asked),
    enabled: asked !== undefined && !isRefused,
    placeholderData: keepPreviousData,
  });
  const isOut = useIsOut(error);
  // After a text that cannot be answered, `data` still belongs to the previous question until a new one is requested.
  const isCurrent = !isRefused && !isPlaceholderData && (answered !== undefined || requested === config);
  if (data && asked && isCurrent && answered?.found !== data) setAnswered({ asked, found: data, ofAllTime });
  const { result, faults = [] } = answered?.found ?? {};
  const [figures, setFigures] = useState(0);
  const [present, setPresent] = useState<number>();
  const comparison = useSyncExternalStore(comparisonWanted.subscribe, comparisonWanted.get);
  // While a refreshed answer is compared again, the previous outlines stay, so that they do not blink.
  const [compared, setCompared] = useState<EarlierOfAnswer>();
  const isCompared = sameWire(compared?.config, answered?.found.config) && compared?.comparison === comparison;
  if (!kept || !config || !document) return null;
  if (isRefused) {
    return (
      <section className={styles.card} aria-label={texts.answer} data-answer="">
        <p className={styles.asking}>{texts.asking}</p>
      </section>
    );
  }
  const title = answerTitle(kept, form);
  const shownConfig = answered?.found.config ?? config;
  const hasPlace = figures > 0 && hasPlaceForFigures({ type: 'aggregation', config: { ...shownConfig } });
  const failures = [
    ...(data && isCurrent ? errorsOf(data.job) : []),
    // The page itself reports an outage. The present answer stays until the question is asked again after the outage.
    ...(error && isCurrent && !(isOut && sameWire(answered?.asked.config, requested))
      ? [{ description: reasonOf(error), type: 'query' }]
      : []),
  ];
  return (
    <section className={styles.card} aria-label={texts.answer} data-answer="">
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {result && <span className={styles.facts}>{texts.messages(result.total, formatNumber(result.total))}</span>}
        <span className={styles.gap} />
        {onAdd && question && (
          <Button size="small" icon={<AddIcon />} onClick={onAdd}>
            {texts.addWidget}
            <span className={styles.keys}>{texts.addWidgetKeys}</span>
          </Button>
        )}
      </div>
      <div className={styles.body} style={hasPlace ? { height: bodyPx + grownPx(present ?? figures) } : undefined}>
        <AnswerInteractions page={page} document={document} fieldTypes={fieldTypes}>
          <WidgetFiguresContext value={{ count: figures, onCount: setFigures, onPresent: setPresent }}>
            <AggregationWidget
              chrome="bare"
              legend
              title={title}
              executing={isFetching || (!answered && requested !== config)}
              // Cast: for the compiler, `type` of a failed call may be any text. The widget shows only the description
              // of an error.
              errors={failures as NonNullable<AggregationWidgetProps['errors']>}
              onRetry={() => void refetch()}
              config={shownConfig}
              result={result}
              earlier={isCompared ? compared?.earlier : undefined}
              {...(list && { fieldTypes: list })}
              {...(result && { effectiveRange: result.effective_timerange })}
              ofAllTime={answered?.ofAllTime ?? false}
              {...(faults.length > 0 && { footer: <MetricFaults faults={faults} /> })}
              onRange={(timeRange) => page.send({ type: 'range.zoomed', timeRange })}
            />
          </WidgetFiguresContext>
        </AnswerInteractions>
      </div>
      {result && comparison && (
        <Part>
          <EarlierAnswer
            // Cast: the condition has checked that there is a result.
            answered={answered as AnsweredQuestion}
            comparison={comparison}
            onEarlier={setCompared}
          />
        </Part>
      )}
    </section>
  );
}

function errorsOf(job: SearchJob) {
  return [...Object.values(job.results ?? {}).flatMap((query) => query?.errors ?? []), ...(job.errors ?? [])];
}
