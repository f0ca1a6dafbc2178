/** Renders proposed rules that parse a selected text of a message, each with its hit rate on recent messages. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import type { RuleHits } from '../../../api/contract/rule-workbench.js';
import { reasonOf } from '../../../api/failures.js';
import { ruleHitsQuery } from '../../../api/queries/rule-workbench.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import type { MarkedText, RuleProposal } from '../../../machines/pipelines/rule-of-text.js';
import { useConnection } from '../../element/connection-context.js';
import { Radio } from '../../kit/checkbox.js';
import { Section } from '../../kit/detail-page/index.js';
import { SearchSelect } from '../../kit/search-select.js';
import { shortText } from '../../kit/short-text.js';
import { tokens, type } from '../../kit/tokens.js';
import { rawText } from '../../widgets/values/value-text.js';
import { texts } from './texts.js';

const { proposals: words } = texts;
/** Maximum displayed characters of the selected text and of patterns. */
const longest = 300;

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  marked: { color: tokens.text.secondary, overflowWrap: 'anywhere', ...type.body },
  code: { ...type.logSmall, color: tokens.text.primary },
  scope: { maxWidth: '340px' },
  list: { display: 'grid', gap: '8px' },
  choice: { display: 'grid', gap: '2px', overflowWrap: 'anywhere' },
  pattern: { color: tokens.text.secondary, ...type.logSmall },
  rate: { color: tokens.text.secondary, ...type.body },
  error: { color: tokens.status.danger.text },
});

export interface ProposalsSectionProps {
  readonly marked: MarkedText;
  readonly proposals: readonly RuleProposal[];
  /** Ids of the streams of the message. */
  readonly streams: readonly string[];
  /** Stream with the messages for the hit rate; undefined: all streams. */
  readonly stream: string | undefined;
  readonly onStream: (id: string | undefined) => void;
  readonly chosen: RuleProposal | undefined;
  readonly onChoose: (proposal: RuleProposal) => void;
}

export function ProposalsSection(props: ProposalsSectionProps): ReactNode {
  const { marked, proposals, streams, stream, onStream, chosen, onChoose } = props;
  const styles = useStyles();
  const { client } = useConnection();
  const name = useId();
  const known = useQuery(streamsQuery(client)).data?.streams ?? [];
  const { data, error } = useQuery(
    ruleHitsQuery(client, {
      sources: proposals.map(({ source }) => source),
      fields: [marked.field],
      ...(stream !== undefined && { stream_id: stream }),
    }),
  );
  return (
    <Section title={words.title}>
      <div className={styles.body}>
        <div className={styles.marked}>
          {words.marked(marked.field)}{' '}
          <code className={styles.code}>{shortText(marked.value.slice(marked.from, marked.to), longest).text}</code>
        </div>
        {data !== null && (
          <SearchSelect
            label={words.scope}
            className={styles.scope}
            options={[
              { value: '', label: words.all },
              ...known
                .filter(({ id }) => streams.includes(id))
                .map(({ id, title }) => ({ value: id, label: words.ofStream(title) })),
            ]}
            value={stream ?? ''}
            onChange={(id) => onStream(id || undefined)}
          />
        )}
        <div className={styles.list} role="radiogroup" aria-label={words.title}>
          {proposals.map((proposal, index) => (
            <Radio
              key={proposal.kind}
              name={name}
              checked={proposal.kind === chosen?.kind}
              onChoose={() => onChoose(proposal)}
              label={
                <span className={styles.choice}>
                  {words.kinds[proposal.kind]}
                  <code className={styles.pattern}>{shortText(proposal.pattern, longest).text}</code>
                  {data && <HitRate hits={data.rules[index]} messages={data.messages} />}
                </span>
              }
            />
          ))}
        </div>
        {data === null && <p className={styles.rate}>{words.needsServer}</p>}
        {error && <p className={styles.error}>{words.failed(reasonOf(error))}</p>}
      </div>
    </Section>
  );
}

interface HitRateProps {
  readonly hits: RuleHits | undefined;
  /** Number of messages found for the hit rate; 0 shows a hint in place of the rate. */
  readonly messages: number;
}

/** Maximum number of fields shown of the example: the fields that the rule sets in the first message it changes. */
const mostShown = 6;

function HitRate({ hits, messages }: HitRateProps): ReactNode {
  const styles = useStyles();
  if (!hits) return null;
  const [mistake] = hits.errors;
  if (mistake) return <span className={styles.error}>{mistake.reason}</span>;
  if (messages === 0) return <span className={styles.rate}>{words.noMessages}</span>;
  const example = Object.entries(hits.example)
    .slice(0, mostShown)
    .map(([name, value]) => `${name}=${shortText(rawText(value), 40).text}`)
    .join(', ');
  return (
    <span className={styles.rate}>
      {words.rate(hits.hits, hits.tried)}
      {hits.failed > 0 && <span className={styles.error}>{`, ${words.failures(hits.failed)}`}</span>}
      {example !== '' && ` · ${example}`}
    </span>
  );
}
