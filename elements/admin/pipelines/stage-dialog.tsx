/** Renders a dialog to add or edit a stage: number, match condition, rules in order (screens/administration.md E2). */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import type { StageMatch, StageSource } from '../../../api/contract/pipelines.js';
import { reasonOf } from '../../../api/failures.js';
import { rulesQuery, type StoredPipeline } from '../../../api/queries/pipelines.js';
import { addStage, changeStage } from '../../../machines/pipelines/pipeline-edits.js';
import { useConnection } from '../../element/connection-context.js';
import { Radio } from '../../kit/checkbox.js';
import { Field } from '../../kit/field.js';
import { useToasts } from '../../kit/feedback.js';
import { FormDialog, useForm } from '../../kit/form/index.js';
import { IconButton } from '../../kit/icon-button.js';
import { CloseIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { SearchSelect } from '../../kit/search-select.js';
import { SortableList } from '../../kit/sortable-list.js';
import { kitTexts } from '../../kit/texts.js';
import { tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';
import { usePipelineChanges } from './use-pipeline-changes.js';

const { stageForm: words } = texts;
const matchModes: readonly StageMatch[] = ['ALL', 'EITHER', 'PASS'];
/** Smallest stage number; stage numbers are signed 32-bit integers. */
const leastStage = -(2 ** 31);
const greatestStage = 2 ** 31 - 1;

const useStyles = makeStyles({
  rule: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '32px', ...type.body },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  unknown: { color: tokens.status.danger.text },
});

export interface StageDialogProps {
  readonly pipeline: StoredPipeline;
  /** The stage to edit; undefined for a new stage. */
  readonly stage: StageSource | undefined;
  /** True to focus the field that adds a rule when the dialog opens. */
  readonly addRule: boolean;
  readonly onClose: () => void;
}

export function StageDialog({ pipeline, stage, addRule, onClose }: StageDialogProps): ReactNode {
  const styles = useStyles();
  const group = useId();
  const { client } = useConnection();
  const { toast } = useToasts();
  const { data: rules, error, isPending } = useQuery(rulesQuery(client));
  const change = usePipelineChanges(pipeline);
  const used = pipeline.stages.map((one) => one.stage);
  const form = useForm({
    initial: {
      stage: String(stage?.stage ?? (used.length === 0 ? 0 : Math.max(...used) + 1)),
      match: stage?.match ?? 'EITHER',
      rules: stage?.rules ?? [],
    },
    check: ({ stage: number }) => ({
      stage: numberFault(
        number,
        used.filter((one) => one !== stage?.stage),
      ),
    }),
    save: (values) => {
      const wanted = { ...values, stage: Number(values.stage) };
      return change({
        edit: (source) => (stage ? changeStage(source, stage.stage, wanted) : addStage(source, wanted)),
      });
    },
    onSaved: () => {
      toast('success', texts.stages.saved, texts.success);
      onClose();
    },
  });
  const { values } = form;
  const titles = rules?.flatMap(({ title }) => title ?? []);
  return (
    <FormDialog
      form={form}
      title={stage ? words.editTitle(stage.stage) : words.createTitle}
      submit={stage ? words.submit : words.create}
      failed={texts.stages.failed}
      onClose={onClose}
    >
      <Field label={words.stage} required help={words.stageHelp} {...form.field('stage')}>
        <Input type="number" value={values.stage} onChange={(number) => form.set({ stage: number })} />
      </Field>
      <Field label={words.match} group>
        {matchModes.map((mode) => (
          <Radio
            key={mode}
            name={group}
            label={words.matches[mode]}
            checked={values.match === mode}
            onChoose={() => form.set({ match: mode })}
          />
        ))}
      </Field>
      <Field label={words.rules} help={words.rulesHelp} error={error ? words.rulesFailed(reasonOf(error)) : undefined}>
        <SearchSelect
          options={(titles ?? [])
            .filter((title) => !values.rules.includes(title))
            .map((title) => ({ value: title, label: title }))}
          loading={isPending}
          placeholder={words.addRule}
          value={undefined}
          {...(addRule && { 'data-autofocus': '' })}
          onChange={(title) => title !== undefined && form.set({ rules: [...values.rules, title] })}
        />
      </Field>
      <SortableList
        label={words.rules}
        items={values.rules}
        keyOf={(title) => title}
        nameOf={(title) => title}
        onReorder={(ordered) => form.set({ rules: ordered })}
      >
        {(title) => (
          <div className={styles.rule}>
            <span className={styles.name}>
              {title}{' '}
              {titles && !titles.includes(title) && <span className={styles.unknown}>({words.unknownRule})</span>}
            </span>
            <IconButton
              size="small"
              icon={<CloseIcon />}
              label={kitTexts.remove(title)}
              onClick={() => form.set({ rules: values.rules.filter((one) => one !== title) })}
            />
          </div>
        )}
      </SortableList>
    </FormDialog>
  );
}

function numberFault(text: string, taken: readonly number[]): string | undefined {
  const number = Number(text);
  if (!/^[+-]?\d+$/.test(text.trim()) || number < leastStage || number > greatestStage) return words.stageBad;
  return taken.includes(number) ? words.stageTaken : undefined;
}
