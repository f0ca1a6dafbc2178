/** Renders a section that shows the results of an unsaved extractor on the newest messages of its input. */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ExtractorRequest } from '../../../api/contract/extractors.js';
import { reasonOf } from '../../../api/failures.js';
import { previewExtractorMutation } from '../../../api/queries/extractors.js';
import { sameWire } from '../../../machines/wire-equality.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { shortText } from '../../kit/short-text.js';
import { PlayIcon } from '../../kit/icons.js';
import { tokens, type } from '../../kit/tokens.js';
import { configText } from './figures.js';
import { texts } from './texts.js';

const { newest: words } = texts;

const longestShown = 300;

const useStyles = makeStyles({
  result: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', margin: '12px 0', ...type.body },
  samples: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  sample: { paddingTop: '8px', borderTop: `1px solid ${tokens.border.divider}` },
  text: { marginBottom: '4px', color: tokens.text.secondary, overflowWrap: 'anywhere', ...type.logSmall },
  value: { whiteSpace: 'pre-wrap', ...type.logSmall },
});

export interface NewestMessagesProps {
  readonly inputId: string;
  /** The unsaved extractor; undefined while it is incomplete. */
  readonly request: ExtractorRequest | undefined;
}

export function NewestMessages({ inputId, request }: NewestMessagesProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { mutate, data, error, isPending, variables } = useMutation(
    previewExtractorMutation(client, queryClient, inputId),
  );
  const outdated = variables !== undefined && !isPending && !sameWire(variables, request);
  return (
    <Section title={words.title} intro={words.help}>
      <Button
        icon={<PlayIcon />}
        busy={isPending}
        disabled={request === undefined}
        disabledReason={words.incomplete}
        onClick={() => request && mutate(request)}
      >
        {words.try}
      </Button>
      <div className={styles.result} role="status">
        {error && <ErrorPanel title={words.failedTitle} errors={[reasonOf(error)]} />}
        {data === null && <Alert kind="warning">{words.unknown}</Alert>}
        {data?.tried === 0 && <p>{words.none(variables?.source_field ?? '')}</p>}
        {data && data.tried > 0 && <p>{words.result(data.matched, data.tried)}</p>}
        {data && data.failed > 0 && <Alert kind="warning">{words.failed(data.failed)}</Alert>}
        {data && outdated && <p>{words.outdated}</p>}
      </div>
      {data && data.samples.length > 0 && (
        <ul className={styles.samples} aria-label={words.samples}>
          {data.samples.map(({ position, fields }) => (
            <li key={position} className={styles.sample}>
              <p className={styles.text}>{shortText(data.texts[position] ?? '', longestShown).text}</p>
              <Details
                rows={Object.entries(fields).map(([name, value]) => [
                  name,
                  <span className={styles.value}>{configText(value)}</span>,
                ])}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
