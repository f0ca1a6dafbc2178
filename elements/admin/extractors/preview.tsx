/** Shows the value that is extracted from the example text, updated while the user edits the configuration. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import type { TrialResult } from '../../../api/extractors/extractor-type.js';
import type { Config } from '../../../api/extractors/parts.js';
import { numberAsText } from '../../../api/extractors/types/grok.js';
import type { ExtractorType } from '../../../api/extractors/types/index.js';
import { tryExtractor } from '../../../api/queries/extractors.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Details } from '../../kit/detail-page/index.js';
import { PlayIcon } from '../../kit/icons.js';
import { Tester, useTrial } from '../../kit/tester/index.js';
import { type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { form: words } = texts;

const useStyles = makeStyles({
  input: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  button: { justifySelf: 'start' },
  value: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', ...type.logSmall },
});

export interface PreviewProps {
  readonly inputId: string;
  readonly type: ExtractorType;
  readonly config: Config;
  /** True if the configuration is complete. */
  readonly whole: boolean;
  /** Example text; undefined if the example message has no text in the field. */
  readonly sample: string | undefined;
  /** Fields of the configuration, shown beside the result. */
  readonly children?: ReactNode;
}

export function Preview({ inputId, type: kind, config, whole, sample, children }: PreviewProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const trial = useTrial({
    name: 'extractor',
    input: whole && sample !== undefined ? { inputId, type: kind, config, text: sample } : undefined,
    run: (input, signal) => tryExtractor(client, input, signal),
  });
  return (
    <Tester
      title={words.preview}
      trial={trial}
      hint={words.previewHint}
      input={
        <div className={styles.input}>
          {children}
          <Button
            className={styles.button}
            icon={<PlayIcon />}
            disabled={!whole || sample === undefined}
            onClick={trial.now}
          >
            {words.try}
          </Button>
        </div>
      }
    >
      {(result) => <Result result={result} pattern={String(config['grok_pattern'] ?? '')} />}
    </Tester>
  );
}

interface ResultProps {
  readonly result: TrialResult;
  /** Grok pattern of the configuration, empty in other types. */
  readonly pattern: string;
}

function Result({ result: { found, types, groupMissing = false }, pattern }: ResultProps): ReactNode {
  const styles = useStyles();
  if (groupMissing) return words.groupMissing;
  if (found === null || found.length === 0) return words.nothing;
  if (typeof found === 'string') return <pre className={styles.value}>{found}</pre>;
  const row = ([name, value]: readonly [string, string]): readonly [string, ReactNode] => [
    types ? `${name} (${words.types[types.get(name) ?? 'text']})` : name,
    <pre className={styles.value}>{value}</pre>,
  ];
  const untyped = types ? found.filter(([name]) => !types.has(name)) : [];
  const digits = numberAsText(pattern, untyped);
  return (
    <>
      <Details rows={found.map(row)} />
      {digits !== undefined && <Alert>{words.digitsAreText(digits)}</Alert>}
    </>
  );
}
