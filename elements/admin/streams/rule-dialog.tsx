/** Renders a dialog to create or edit a stream rule, with its meaning in words (screens/data-intake.md S1b). */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Stream, StreamRule, StreamRuleType } from '../../../api/contract/streams.js';
import { reasonOf } from '../../../api/failures.js';
import { allFieldsQuery } from '../../../api/queries/fields.js';
import { ruleTypesQuery, saveRuleMutation, streamQuery } from '../../../api/queries/stream-administration.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Combobox } from '../../kit/combobox.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Fields, FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { SearchSelect } from '../../kit/search-select.js';
import { Select } from '../../kit/select.js';
import { Textarea } from '../../kit/textarea.js';
import { tokens, type } from '../../kit/tokens.js';
import { useRuleInputs } from '../../kit/use-rule-inputs.js';
import { RuleSentenceText } from './rule-sentence.js';
import { hasField, hasValue, ruleSentence, ruleType } from './rule-text.js';
import { texts } from './texts.js';

const { ruleDialog: words } = texts;

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))',
    gap: '16px 24px',
    alignItems: 'start',
  },
  hints: {
    padding: '12px 14px',
    borderRadius: '6px',
    border: `1px solid ${tokens.border.subtle}`,
    backgroundColor: tokens.surface.subtle,
    color: tokens.text.secondary,
    ...type.body,
    '& > ul': { marginTop: '6px', paddingLeft: '16px' },
    '& li': { listStyle: 'disc', marginBottom: '6px' },
  },
  hintsTitle: { color: tokens.text.primary, ...type.cardTitle },
  result: {
    padding: '8px 12px',
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
    overflowWrap: 'anywhere',
    ...type.body,
  },
  resultTitle: { marginRight: '6px', ...type.cardTitle },
});

export interface RuleDialogProps {
  readonly stream: Pick<Stream, 'id'>;
  /** The rule to edit; undefined for a new rule. */
  readonly rule?: StreamRule | undefined;
  readonly onClose: () => void;
}

/** Shows the dialog once the server's rule types are loaded. */
export function RuleDialog(props: RuleDialogProps): ReactNode {
  const { client } = useConnection();
  const { data: types, error } = useQuery(ruleTypesQuery(client));
  // The error is thrown, so that the surrounding component shows it and closes the dialog.
  if (error) throw new Error(`${words.loadingFailed}: ${reasonOf(error)}`, { cause: error });
  return types ? <LoadedDialog {...props} types={types} /> : null;
}

function LoadedDialog({
  stream,
  rule,
  types,
  onClose,
}: RuleDialogProps & { readonly types: readonly StreamRuleType[] }): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const inputs = useRuleInputs();
  const fields = useQuery(allFieldsQuery(client));
  const saving = useMutation(saveRuleMutation(client, queryClient));
  const form = useForm({
    initial: valuesOf(rule),
    check: problemsOf,
    ...(rule && {
      stored: async () => {
        const { rules } = await queryClient.fetchQuery({ ...streamQuery(client, stream.id), staleTime: 0 });
        return valuesOf(rules.find(({ id }) => id === rule.id));
      },
    }),
    save: (values) =>
      saving.mutateAsync({ streamId: stream.id, ruleId: rule?.id, rule: { ...values, field: values.field.trim() } }),
    onSaved: () => {
      toast('success', rule ? words.updated : words.created, texts.success);
      host.emit('log-changed', { type: 'stream', id: stream.id });
      onClose();
    },
  });
  const { values, set, empty, field } = form;
  const choose = (chosen: number): void => {
    set({ type: chosen });
    empty({
      ...(!hasField(chosen) && { field: '' }),
      // The value is cleared when the types differ: the id of an input is no valid text value, and vice versa.
      ...((!hasValue(chosen) || (chosen === ruleType.input) !== (values.type === ruleType.input)) && { value: '' }),
    });
  };
  return (
    <FormDialog
      form={form}
      size="large"
      title={rule ? words.edit : words.create}
      submit={rule ? words.editSubmit : words.createSubmit}
      submitting={words.submitting}
      failed={words.failed}
      onClose={onClose}
    >
      <div className={styles.columns}>
        <Fields>
          {hasField(values.type) && (
            <Field label={words.field} required {...field('field')}>
              <Combobox
                mono
                data-autofocus=""
                options={(fields.data ?? []).map(({ name }) => ({ value: name, label: name }))}
                loading={fields.isPending}
                value={values.field}
                onChange={(name) => set({ field: name })}
              />
            </Field>
          )}
          <Field label={words.type} required>
            <Select
              options={types.map(({ id, short_desc: label }) => ({ value: String(id), label }))}
              value={String(values.type)}
              onChange={(chosen) => choose(Number(chosen))}
            />
          </Field>
          {values.type === ruleType.input ? (
            <Field
              label={words.input}
              required
              {...(!inputs.mayRead && { help: words.noInputs })}
              error={inputs.error ? words.inputsFailed(reasonOf(inputs.error)) : field('value').error}
            >
              <SearchSelect
                options={inputs.options}
                loading={inputs.loading}
                placeholder={words.selectInput}
                shownAs={values.value}
                value={values.value === '' ? undefined : values.value}
                onChange={(id) => set({ value: id ?? '' })}
              />
            </Field>
          ) : (
            hasValue(values.type) && (
              <Field label={words.value} required {...field('value')}>
                <Input mono value={values.value} onChange={(value) => set({ value })} />
              </Field>
            )
          )}
          <Checkbox label={words.inverted} checked={values.inverted} onChange={(inverted) => set({ inverted })} />
          <Field label={words.description} optional {...field('description')}>
            <Textarea rows={2} value={values.description} onChange={(description) => set({ description })} />
          </Field>
        </Fields>
        <div className={styles.hints}>
          <p className={styles.hintsTitle}>{words.hintsTitle}</p>
          <ul>
            {words.hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        </div>
      </div>
      <p className={styles.result} role="status">
        <span className={styles.resultTitle}>{words.result}</span>
        <RuleSentenceText sentence={ruleSentence(values, types, inputs.inputs)} />
      </p>
    </FormDialog>
  );
}

interface RuleValues {
  readonly type: number;
  readonly field: string;
  readonly value: string;
  readonly inverted: boolean;
  readonly description: string;
}

const valuesOf = (rule: StreamRule | undefined): RuleValues => ({
  type: rule?.type ?? 1,
  field: rule?.field ?? '',
  value: rule?.value ?? '',
  inverted: rule?.inverted ?? false,
  description: rule?.description ?? '',
});

function problemsOf({ type: kind, field, value }: RuleValues): {
  field: string | undefined;
  value: string | undefined;
} {
  return {
    field: hasField(kind) && field.trim() === '' ? words.fieldMissing : undefined,
    value: valueProblem(kind, value),
  };
}

function valueProblem(kind: number, value: string): string | undefined {
  if (!hasValue(kind)) return undefined;
  if (value === '') return kind === ruleType.input ? words.inputMissing : words.valueMissing;
  const compared = kind === ruleType.greater || kind === ruleType.smaller;
  return compared && Number.isNaN(Number(value)) ? words.notANumber : undefined;
}
