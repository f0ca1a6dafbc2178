/** Lists the latest run-time errors of a rule with position, values and message. */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { RuleRunError } from '../../../api/contract/pipelines.js';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { reasonOf } from '../../../api/failures.js';
import { clearRuleErrorsMutation, ruleErrorsQuery } from '../../../api/queries/pipelines.js';
import { errorGroups, type ErrorGroup } from '../../../machines/pipelines/error-groups.js';
import { useConnection } from '../../element/connection-context.js';
import { useNavigate } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { useToasts } from '../../kit/feedback.js';
import { formatNumber } from '../../kit/format.js';
import { Loading } from '../../kit/loading.js';
import { Timestamp } from '../../kit/timestamp.js';
import { tokens, type } from '../../kit/tokens.js';
import { simulateFailed } from '../pipeline-parts/index.js';
import { texts } from './texts.js';

const { errorBook: words } = texts;
const shownFirst = 5;

const useStyles = makeStyles({
  hint: { color: tokens.text.secondary, ...type.body },
  list: { display: 'grid', gap: '12px', margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'grid',
    gap: '4px',
    paddingTop: '8px',
    borderTop: `1px solid ${tokens.border.divider}`,
    ...type.body,
  },
  head: { display: 'flex', flexWrap: 'wrap', columnGap: '8px', color: tokens.text.secondary, ...type.caption },
  text: { color: tokens.status.danger.text, overflowWrap: 'anywhere' },
  values: { margin: 0, overflowWrap: 'anywhere', ...type.logSmall },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

export interface ErrorBookProps {
  readonly ruleId: string;
  readonly mayEdit: boolean;
  /** Runs the rule on the message that caused the error. */
  readonly onTry: (message: ResultMessage) => void;
}

export function ErrorBook({ ruleId, mayEdit, onTry }: ErrorBookProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const [all, setAll] = useState(false);
  const { data, error } = useQuery(ruleErrorsQuery(client, ruleId));
  const clearing = useMutation(clearRuleErrorsMutation(client, queryClient));
  const groups = useMemo(() => errorGroups(data?.errors ?? []), [data]);
  const shown = all ? groups : groups.slice(0, shownFirst);
  const clear = (): void =>
    clearing.mutate(ruleId, { onError: (failure) => toast('error', reasonOf(failure), words.clearFailed) });
  return (
    <Section
      title={words.title}
      action={
        mayEdit &&
        groups.length > 0 && (
          <Button size="small" busy={clearing.isPending} onClick={clear}>
            {words.clear}
          </Button>
        )
      }
    >
      {data === undefined && !error && <Loading />}
      {error && <p className={styles.hint}>{words.failed(reasonOf(error))}</p>}
      {data === null && <p className={styles.hint}>{words.needsServer}</p>}
      {data && <p className={styles.hint}>{data.total === 0 ? words.none : words.total(formatNumber(data.total))}</p>}
      <ul className={styles.list}>
        {shown.map((group, index) => (
          <GroupItem key={`${group.cause} ${index}`} ruleId={ruleId} group={group} onTry={onTry} />
        ))}
      </ul>
      {shown.length < groups.length && (
        <Button size="small" appearance="subtle" onClick={() => setAll(true)}>
          {words.more(groups.length - shown.length)}
        </Button>
      )}
    </Section>
  );
}

interface GroupItemProps {
  readonly ruleId: string;
  readonly group: ErrorGroup;
  readonly onTry: (message: ResultMessage) => void;
}

/** Shows the newest error of a group; a button shows the older errors of the group. */
function GroupItem({ ruleId, group: { cause, errors }, onTry }: GroupItemProps): ReactNode {
  const [all, setAll] = useState(false);
  const shown = all ? errors : errors.slice(0, 1);
  const left = errors.length - shown.length;
  return shown.map((error, index) => (
    <ErrorItem key={`${error.time} ${index}`} ruleId={ruleId} cause={cause} error={error} onTry={onTry}>
      {left > 0 && (
        <Button size="small" appearance="subtle" onClick={() => setAll(true)}>
          {words.moreAlike(left)}
        </Button>
      )}
    </ErrorItem>
  ));
}

interface ErrorItemProps {
  readonly ruleId: string;
  readonly cause: string;
  readonly error: RuleRunError;
  readonly onTry: (message: ResultMessage) => void;
  /** Buttons after "Show in workbench" and "Simulate this message". */
  readonly children: ReactNode;
}

function ErrorItem({ ruleId, cause, error, onTry, children }: ErrorItemProps): ReactNode {
  const styles = useStyles();
  const navigate = useNavigate();
  const { time, pipeline, stage, line, position_in_line: column, text, values, message } = error;
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <Timestamp instant={time} />
        <span>{words.place(line, column + 1)}</span>
        {pipeline && <span>{words.inPipeline(pipeline.title, stage ?? 0)}</span>}
      </div>
      <div className={styles.text} title={text}>
        {cause}
      </div>
      {values.length > 0 && (
        <p className={styles.values}>{values.map(({ name, value }) => `${name} = ${value}`).join(', ')}</p>
      )}
      <div className={styles.buttons}>
        <Button
          size="small"
          onClick={() => onTry({ index: '', message, highlight_ranges: null, decoration_stats: null })}
        >
          {words.try}
        </Button>
        <Button size="small" appearance="subtle" onClick={() => navigate(simulateFailed(ruleId, time))}>
          {words.simulate}
        </Button>
        {children}
      </div>
    </li>
  );
}
