/**
 * Renders rules of a stream in words, with results for one message or for stored messages (screens/data-intake.md S2b).
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { RoutingPreview, Stream, StreamRule } from '../../../api/contract/streams.js';
import { reasonOf } from '../../../api/failures.js';
import { deleteRuleMutation } from '../../../api/queries/stream-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Float } from '../../kit/float.js';
import { IconButton } from '../../kit/icon-button.js';
import { DeleteIcon, DisabledIcon, EditIcon, EnabledIcon } from '../../kit/icons.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { tokens, type } from '../../kit/tokens.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { RuleSentenceText } from './rule-sentence.js';
import { plainSentence } from './rule-text.js';
import { isOrdinary, useStreamRights } from './stream-rights.js';
import { texts } from './texts.js';
import { useRuleWords } from './use-rule-words.js';

const RuleDialog = lazyPart(() => import('./rule-dialog.js'), 'RuleDialog');

const { rules: words } = texts;

const useStyles = makeStyles({
  rule: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px 8px',
    flexWrap: 'wrap',
    padding: '6px 8px',
    borderTop: `1px solid ${tokens.border.divider}`,
    borderLeft: '3px solid transparent',
    ...type.body,
  },
  matches: { borderLeftColor: tokens.status.success.solid, backgroundColor: tokens.status.success.background },
  matchesNot: { borderLeftColor: tokens.status.danger.solid, backgroundColor: tokens.status.danger.background },
  // A long text wraps instead of pushing the buttons below it.
  text: { flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' },
  description: { color: tokens.text.secondary, fontSize: '12px' },
  verdict: { display: 'inline-flex', alignItems: 'center', gap: '4px', whiteSpace: 'nowrap', ...type.caption },
  good: { color: tokens.status.success.text, '& > svg': { color: tokens.status.success.icon, fontSize: '16px' } },
  bad: { color: tokens.status.danger.text, '& > svg': { color: tokens.status.danger.icon, fontSize: '16px' } },
  count: { color: tokens.text.secondary, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums', ...type.caption },
  // Even below a long text, the buttons are at the right edge as in every row.
  actions: { marginLeft: 'auto' },
  none: { padding: '8px 0', color: tokens.text.secondary, ...type.body },
});

export interface RuleListProps {
  readonly stream: Pick<Stream, 'id' | 'title' | 'rules' | 'is_default' | 'is_editable'>;
  /** True for rules that the loaded message matches, by rule id; undefined while no message has been tested. */
  readonly results?: Readonly<Record<string, boolean>> | undefined;
  /** Number of stored messages that each rule matches. */
  readonly preview?: RoutingPreview | undefined;
}

export function RuleList({ stream, results, preview }: RuleListProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const rights = useStreamRights();
  const { wordsOf, error, retry } = useRuleWords();
  const [edited, setEdited] = useState<StreamRule>();
  const deleting = useMutation(deleteRuleMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: texts.ruleRemoval,
    one: (ruleId) => deleting.mutateAsync({ streamId: stream.id, ruleId }),
    onGone: () => emit('log-changed', { type: 'stream', id: stream.id }),
  });
  if (stream.rules.length === 0) {
    return (
      <p className={styles.none}>
        {words.none} {words.noneHelp}
      </p>
    );
  }
  if (error) return <ErrorPanel title={texts.ruleDialog.loadingFailed} errors={[reasonOf(error)]} onRetry={retry} />;
  if (!wordsOf) return <Loading />;
  const mayEdit = isOrdinary(stream) && rights.edit(stream);
  return (
    <>
      <ul aria-label={words.list(stream.title)}>
        {stream.rules.map((rule) => {
          const sentence = wordsOf(rule);
          const plain = plainSentence(sentence);
          const result = results?.[rule.id];
          const count = preview?.rules[rule.id];
          return (
            <li
              key={rule.id}
              className={mergeClasses(
                styles.rule,
                result === true && styles.matches,
                result === false && styles.matchesNot,
              )}
            >
              <span className={styles.text}>
                <RuleSentenceText sentence={sentence} />
                {rule.description && <bdi className={styles.description}> ({rule.description})</bdi>}
              </span>
              {preview && count !== undefined && (
                <span className={styles.count}>{texts.preview.rule(count, preview.examined)}</span>
              )}
              {result !== undefined && (
                <span className={mergeClasses(styles.verdict, result ? styles.good : styles.bad)}>
                  {result ? <EnabledIcon /> : <DisabledIcon />}
                  {result ? words.matches : words.matchesNot}
                </span>
              )}
              {mayEdit && (
                <span className={styles.actions}>
                  <IconButton
                    size="small"
                    quiet
                    label={words.editRule(plain)}
                    icon={<EditIcon />}
                    onClick={() => setEdited(rule)}
                  />
                  <IconButton
                    size="small"
                    quiet
                    label={words.deleteRule(plain)}
                    icon={<DeleteIcon />}
                    onClick={() => void remove(rule.id, plain)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <Float onFailed={() => setEdited(undefined)}>
        {edited && <RuleDialog stream={stream} rule={edited} onClose={() => setEdited(undefined)} />}
      </Float>
    </>
  );
}
