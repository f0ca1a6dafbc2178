/** Selects the sample messages of the workbench, and the pipeline in which the rule runs. */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { pipelinesQuery } from '../../../api/queries/pipelines.js';
import { deleteSampleSetMutation, sampleSetsQuery } from '../../../api/queries/rule-workbench.js';
import { streamsQuery } from '../../../api/queries/streams.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { Float } from '../../kit/float.js';
import { IconButton } from '../../kit/icon-button.js';
import { DeleteIcon, SaveIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { SearchSelect } from '../../kit/search-select.js';
import { useDeletion } from '../../kit/use-deletion.js';
import { useRuleInputs } from '../../kit/use-rule-inputs.js';
import { texts } from './texts.js';
import type { SampleChoice, Samples } from './use-samples.js';

const SaveSetDialog = lazyPart(() => import('./save-set-dialog.js'), 'SaveSetDialog');

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  select: { flex: '1 1 220px', maxWidth: '340px' },
});

const keyOf = (choice: SampleChoice): string => ('id' in choice ? `${choice.kind} ${choice.id}` : choice.kind);

export interface SampleBarProps {
  readonly samples: Samples;
  readonly pipelineId: string | undefined;
  readonly onPipeline: (id: string | undefined) => void;
  /** Title of the rule; only pipelines that use the rule are offered. */
  readonly ruleTitle: string | undefined;
}

export function SampleBar({ samples, pipelineId, onPipeline, ruleTitle }: SampleBarProps): ReactNode {
  const styles = useStyles();
  const { client, queryClient } = useConnection();
  const { readonly } = useHostElement();
  const mayEdit = usePermission('pipeline_rule:edit') && !readonly;
  const [query, setQuery] = useState('');
  const [saving, setSaving] = useState(false);
  const streams = useQuery(streamsQuery(client)).data?.streams ?? [];
  const sets = useQuery(sampleSetsQuery(client)).data ?? [];
  const pipelines = useQuery(pipelinesQuery(client)).data ?? [];
  const { inputs = [] } = useRuleInputs();
  const removal = useMutation(deleteSampleSetMutation(client, queryClient));
  const { remove } = useDeletion({
    texts: texts.deletion,
    one: removal.mutateAsync,
    onGone: () => samples.choose({ kind: 'none' }),
  });
  const { choice, choose, messages } = samples;
  const choices: readonly (readonly [SampleChoice, string])[] = [
    ...sets.map(({ id, title }): [SampleChoice, string] => [{ kind: 'set', id }, texts.sources.set(title)]),
    [{ kind: 'raw' }, texts.sources.raw],
    [{ kind: 'search', query }, texts.sources.search],
    ...streams.map(({ id, title }): [SampleChoice, string] => [{ kind: 'stream', id }, texts.sources.stream(title)]),
    ...inputs.map(({ id, title }): [SampleChoice, string] => [{ kind: 'input', id }, texts.sources.input(title)]),
  ];
  const users = pipelines.filter(({ stages }) => stages.some(({ rules }) => rules.includes(ruleTitle ?? '')));
  const set = choice.kind === 'set' ? sets.find(({ id }) => id === choice.id) : undefined;
  return (
    <div className={styles.bar}>
      <SearchSelect
        label={texts.source}
        className={styles.select}
        options={choices.map(([one, label]) => ({ value: keyOf(one), label }))}
        value={choice.kind === 'none' ? undefined : keyOf(choice)}
        placeholder={texts.sources.none}
        onChange={(key) => choose(choices.find(([one]) => keyOf(one) === key)?.[0] ?? { kind: 'none' })}
      />
      {choice.kind === 'search' && (
        <>
          <Input
            mono
            aria-label={texts.query}
            placeholder={texts.query}
            value={query}
            onChange={setQuery}
            onKeyDown={(event) => event.key === 'Enter' && choose({ kind: 'search', query })}
          />
          <Button onClick={() => choose({ kind: 'search', query })}>{texts.run}</Button>
        </>
      )}
      {users.length > 0 && (
        <SearchSelect
          label={texts.where}
          className={styles.select}
          options={[
            { value: '', label: texts.alone },
            ...users.map(({ id, title }) => ({ value: id, label: texts.inPipeline(title ?? id) })),
          ]}
          value={pipelineId ?? ''}
          onChange={(id) => onPipeline(id || undefined)}
        />
      )}
      {mayEdit && messages && messages.length > 0 && !set && (
        <IconButton icon={<SaveIcon />} label={texts.save} onClick={() => setSaving(true)} />
      )}
      {mayEdit && set && (
        <IconButton icon={<DeleteIcon />} label={texts.deleteSet} onClick={() => void remove(set.id, set.title)} />
      )}
      <Float onFailed={() => setSaving(false)}>
        {saving && messages && (
          <SaveSetDialog
            messages={messages}
            onSaved={(id) => choose({ kind: 'set', id })}
            onClose={() => setSaving(false)}
          />
        )}
      </Float>
    </div>
  );
}
