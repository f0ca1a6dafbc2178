/** Renders a dialog that compares versions of a configuration, with author and time, and restores an older version. */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import type { ConfigurationVersion } from '../../../api/contract/sidecar-versions.schema.js';
import { reasonOf } from '../../../api/failures.js';
import { restoreMutation, versionsQuery } from '../../../api/queries/sidecar-configurations.js';
import { lineDifference } from '../../../machines/line-difference.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { formatDate } from '../../kit/format.js';
import { Loading } from '../../kit/loading.js';
import { Select } from '../../kit/select.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { formTexts } from './form-texts.js';
import { texts } from './texts.js';

const words = formTexts.versions;

const useStyles = makeStyles({
  choice: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '16px',
    marginBottom: '12px',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  difference: {
    margin: 0,
    maxHeight: '50vh',
    overflow: 'auto',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '4px',
    ...type.logSmall,
  },
  line: { display: 'grid', gridTemplateColumns: '44px 44px 16px minmax(0, 1fr)', borderLeft: '3px solid transparent' },
  added: { borderLeftColor: tokens.change.added, backgroundColor: tokens.status.success.background },
  removed: { borderLeftColor: tokens.change.removed, backgroundColor: tokens.status.danger.background },
  number: { paddingRight: '8px', color: tokens.text.tertiary, textAlign: 'right', userSelect: 'none' },
  text: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  facts: { margin: '0 0 8px', color: tokens.text.secondary, ...type.caption },
  restore: { marginTop: '12px' },
});

export interface VersionsDialogProps {
  readonly configurationId: string;
  /** Initially compared versions; default: the newest two. */
  readonly compare?: readonly [before: number, after: number];
  readonly onRestored?: () => void;
  readonly onClose: () => void;
}

export function VersionsDialog({ configurationId, compare, onRestored, onClose }: VersionsDialogProps): ReactNode {
  const { client } = useConnection();
  const { data, error, refetch } = useQuery(versionsQuery(client, configurationId));
  return (
    <Dialog
      open
      size="large"
      title={words.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.close}</Button>}
    >
      {error && <ErrorPanel title={words.failed} errors={[reasonOf(error)]} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Loading />}
      {data === null && <p>{words.unknown}</p>}
      {data && (
        <Versions
          configurationId={configurationId}
          versions={data}
          compare={compare}
          onRestored={() => {
            onRestored?.();
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

interface VersionsProps {
  readonly configurationId: string;
  readonly versions: readonly ConfigurationVersion[];
  readonly compare: readonly [number, number] | undefined;
  readonly onRestored: () => void;
}

function Versions({ configurationId, versions, compare, onRestored }: VersionsProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const mayUpdate = usePermission('sidecar_collector_configurations:update') && !host.readonly;
  const restoring = useMutation(restoreMutation(client, queryClient));
  const newest = versions[0]?.version ?? 1;
  const [before, setBefore] = useState(compare?.[0] ?? versions[1]?.version ?? newest);
  const [after, setAfter] = useState(compare?.[1] ?? newest);
  const options = versions.map(({ version, username, created_at: at }) => ({
    value: String(version),
    label: words.option(version, username, Date.parse(at) > 0 ? formatDate(at, host.timezone, 'default') : ''),
  }));
  const find = (number: number) => versions.find(({ version }) => version === number);
  const [left, right] = [find(before), find(after)];
  const restore = async (): Promise<void> => {
    const question = { title: words.question, text: words.questionText(before), confirm: words.restore };
    if (!(await confirm(question))) return;
    try {
      await restoring.mutateAsync({ id: configurationId, version: String(before) });
      toast('success', words.restored(before), texts.success);
      host.emit('log-changed', { type: 'sidecar-configuration', id: configurationId });
      onRestored();
    } catch (error) {
      toast('error', reasonOf(error), words.restoreFailed);
    }
  };
  return (
    <>
      <div className={styles.choice}>
        <Field label={words.before}>
          <Select options={options} value={String(before)} onChange={(value) => setBefore(Number(value))} />
        </Field>
        <Field label={words.after}>
          <Select options={options} value={String(after)} onChange={(value) => setAfter(Number(value))} />
        </Field>
      </div>
      {left && right ? <Difference before={left} after={right} /> : <p className={styles.facts}>{words.gone}</p>}
      {mayUpdate && left && before !== newest && (
        <div className={styles.restore}>
          <Button busy={restoring.isPending} onClick={() => void restore()}>
            {words.restoreOf(before)}
          </Button>
        </div>
      )}
    </>
  );
}

function Difference({
  before,
  after,
}: {
  readonly before: ConfigurationVersion;
  readonly after: ConfigurationVersion;
}): ReactNode {
  const styles = useStyles();
  const lines = useMemo(() => lineDifference(before.template, after.template), [before.template, after.template]);
  const tags = (version: ConfigurationVersion): string => version.tags.join(', ');
  return (
    <>
      {before.name !== after.name && <p className={styles.facts}>{words.nameChanged(before.name, after.name)}</p>}
      {tags(before) !== tags(after) && <p className={styles.facts}>{words.tagsChanged(tags(before), tags(after))}</p>}
      {before.assignment_rule !== after.assignment_rule && (
        <p className={styles.facts}>{words.ruleChanged(before.assignment_rule, after.assignment_rule)}</p>
      )}
      {lines.every(({ kind }) => kind === 'same') && <p className={styles.facts}>{words.same}</p>}
      {/* The region is focusable, so that a long text can be scrolled by keyboard. */}
      <div className={styles.difference} role="region" aria-label={words.difference} tabIndex={0}>
        {lines.map(({ kind, text, before: left, after: right }, index) => (
          <div key={index} className={mergeClasses(styles.line, kind !== 'same' && styles[kind])}>
            <span className={styles.number}>{left}</span>
            <span className={styles.number}>{right}</span>
            <span>{{ same: ' ', added: '+', removed: '−' }[kind]}</span>
            <span className={styles.text}>{text}</span>
          </div>
        ))}
      </div>
    </>
  );
}
