/**
 * Renders a section with the example text on which an extractor is tested: the value of a field of a message. The user
 * can select another message.
 */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { NotFound, reasonOf } from '../../../api/failures.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { Part } from '../../kit/part.js';
import { tokens, type } from '../../kit/tokens.js';
import type { MessageLoaderProps } from '../message-loader/index.js';
import { texts } from './texts.js';

const MessageLoader = lazyPart<'MessageLoader', MessageLoaderProps>(
  () => import('../message-loader/index.js'),
  'MessageLoader',
);

const { form: words } = texts;

const useStyles = makeStyles({
  text: {
    margin: 0,
    maxHeight: '200px',
    overflow: 'auto',
    padding: '8px 10px',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '4px',
    backgroundColor: tokens.surface.subtle,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ':focus-visible': { outline: `2px solid ${tokens.focus.outer}`, outlineOffset: '1px' },
    ...type.log,
  },
  another: { marginTop: '12px' },
  loader: { marginTop: '12px' },
});

export interface Example {
  readonly message: ResultMessage | undefined;
  readonly error: Error | null;
  readonly loading: boolean;
}

export interface ExampleSectionProps extends Required<Pick<MessageLoaderProps, 'input'>> {
  readonly field: string;
  readonly example: Example;
  /** Called when the user selects another example message. */
  readonly onMessage: (message: ResultMessage | undefined) => void;
}

export function ExampleSection({ input, field, example, onMessage }: ExampleSectionProps): ReactNode {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<ResultMessage>();
  const { message, error, loading } = example;
  const text = message?.message[field];
  const failed = error !== null && !(error instanceof NotFound);
  return (
    <Section title={words.example}>
      {typeof text === 'string' && (
        <pre className={styles.text} role="region" aria-label={words.exampleOf(field)} tabIndex={0}>
          {text}
        </pre>
      )}
      {message && typeof text !== 'string' && <Alert kind="warning">{words.noText(field)}</Alert>}
      {loading && <Loading text={words.loadingExample} />}
      {failed && <ErrorPanel title={words.exampleFailed} errors={[reasonOf(error)]} />}
      {!message && !loading && !failed && <Alert kind="warning">{words.noExample}</Alert>}
      <div className={styles.another}>
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {words.another}
        </Button>
      </div>
      {open && (
        <div className={styles.loader}>
          <Part fallback={<Loading />}>
            <MessageLoader
              input={input}
              message={loaded}
              onMessage={(found) => {
                setLoaded(found);
                onMessage(found);
              }}
            />
          </Part>
        </div>
      )}
    </Section>
  );
}
