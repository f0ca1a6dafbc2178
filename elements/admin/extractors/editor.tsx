/**
 * Renders the editor of a new or stored extractor; its condition and its result are tested on an example message while
 * the user edits the extractor.
 */
import { makeStyles } from '@griffel/react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import type { ExtractorSummary } from '../../../api/contract/extractors.js';
import type { ResultMessage } from '../../../api/contract/searches.js';
import { converterTypeOf } from '../../../api/extractors/converters.js';
import { isWhole } from '../../../api/extractors/parts.js';
import { extractorTypeOf, type ExtractorType } from '../../../api/extractors/types/index.js';
import { extractorQuery, extractorsQuery, saveExtractorMutation } from '../../../api/queries/extractors.js';
import { useConnection } from '../../element/connection-context.js';
import { useHostElement, useNavigate } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Radio } from '../../kit/checkbox.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import { useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { Fields, FormBox, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { ConditionFields } from './condition-fields.js';
import { ConfigFields } from './config-fields.js';
import { ConverterFields } from './converter-fields.js';
import { ExampleSection, type Example } from './example-section.js';
import {
  draftedValues,
  fieldNameOf,
  namesItsFields,
  partsOfType,
  requestOf,
  valuesOf,
  type ExtractorValues,
} from './extractor-form.js';
import { NewestMessages } from './newest-messages.js';
import { Preview } from './preview.js';
import { routes } from './routes.js';
import { texts } from './texts.js';
import type { ShownInput } from './with-input.js';

const { form: words } = texts;

const useStyles = makeStyles({ parts: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '20px' } });

export interface EditorProps extends Omit<ShownInput, 'mayEdit'> {
  readonly type: ExtractorType;
  /** Name of the field from which the extractor reads. */
  readonly field: string;
  readonly example: Example;
  /** The stored extractor; undefined for a new extractor. */
  readonly stored?: ExtractorSummary;
  /** First values of a new extractor, as JSON from the address. */
  readonly draft?: string;
}

export function Editor({ input, place, type, field, example, stored, draft = '' }: EditorProps): ReactNode {
  const styles = useStyles();
  const strategies = useId();
  const { client, queryClient } = useConnection();
  const host = useHostElement();
  const navigate = useNavigate();
  const { toast } = useToasts();
  const [other, setOther] = useState<ResultMessage>();
  const saving = useMutation(saveExtractorMutation(client, queryClient, input.id));
  const parts = partsOfType(type);
  const { label = type, about } = extractorTypeOf(type) ?? {};
  const named = namesItsFields(type);
  const way = stored ? 'edit' : 'create';
  const form = useForm<ExtractorValues, { readonly id: string; readonly dropped: readonly string[] }>({
    initial: stored ? valuesOf(type, stored) : draftedValues(type, draft),
    check: (values) => problemsOf(type, values),
    ...(stored && {
      stored: async () => valuesOf(type, await queryClient.fetchQuery(extractorQuery(client, input.id, stored.id))),
    }),
    save: async (values) => {
      const order = stored ? stored.order : await nextOrder();
      return saving.mutateAsync({ id: stored?.id, request: requestOf({ type, field, order }, values) });
    },
    onSaved: ({ id, dropped }, { title }) => {
      toast('success', stored ? words.updated(title) : words.created(title), texts.success);
      if (dropped.length > 0)
        toast(
          'warning',
          words.dropped(dropped.map((one) => converterTypeOf(one).label).join(', ')),
          words.droppedTitle,
        );
      host.emit('log-changed', { type: 'extractor', id });
      navigate(routes.list(place));
    },
  });
  /** Returns the position of a new extractor, which runs after all extractors of the input. */
  const nextOrder = async (): Promise<number> => {
    const all = await queryClient.fetchQuery({ ...extractorsQuery(client, input.id), staleTime: 0 });
    return Math.max(-1, ...all.map(({ order }) => order)) + 1;
  };
  const { values, set } = form;
  const message = other ?? example.message;
  const text = message?.message[field];
  const sample = typeof text === 'string' ? text : undefined;
  // A field for a Grok pattern has a list of patterns beside it, which needs the whole width.
  const wide = parts.some(({ kind }) => kind === 'pattern');
  const fields = (
    <ConfigFields parts={parts} config={values.config} onChange={(config) => set({ config })} tried={form.tried} />
  );
  return (
    <>
      <ExampleSection
        input={input}
        field={field}
        example={other ? { message: other, error: null, loading: false } : example}
        onMessage={setOther}
      />
      <Section title={words.settings}>
        <FormBox
          form={form}
          submit={words.submit[way]}
          submitting={words.submitting}
          failed={words.failed[way]}
          onCancel={() => navigate(routes.list(place))}
        >
          <div className={styles.parts}>
            <Details
              rows={[
                [words.type, label],
                [words.source, field],
              ]}
            />
            {about !== undefined && <Alert>{about}</Alert>}
            {wide && fields}
            {parts.length > 0 && (
              <Preview
                inputId={input.id}
                type={type}
                config={values.config}
                whole={isWhole(parts, values.config)}
                sample={sample}
              >
                {!wide && fields}
              </Preview>
            )}
            <ConditionFields form={form} sample={sample} />
            <Fields columns>
              {!named && (
                <Field label={words.target} required help={words.targetHelp} {...form.field('target')}>
                  <Input mono value={values.target} onChange={(target) => set({ target: fieldNameOf(target) })} />
                </Field>
              )}
              <Field label={words.title} required help={words.titleHelp} {...form.field('title')}>
                <Input value={values.title} onChange={(title) => set({ title })} maxLength={500} />
              </Field>
            </Fields>
            <Field label={words.strategy} group help={words.strategyHelp}>
              {(['copy', 'cut'] as const).map((one) => (
                <Radio
                  key={one}
                  name={strategies}
                  label={words[one]}
                  checked={values.strategy === one}
                  onChoose={() => set({ strategy: one })}
                />
              ))}
            </Field>
            {named ? (
              <Alert>{words.noConverters}</Alert>
            ) : (
              <ConverterFields
                converters={values.converters}
                onChange={(converters) => set({ converters })}
                tried={form.tried}
              />
            )}
          </div>
        </FormBox>
      </Section>
      <NewestMessages
        inputId={input.id}
        request={canTry(type, values) ? requestOf({ type, field, order: 0 }, withNames(values)) : undefined}
      />
    </>
  );
}

/** Returns the values with placeholders for a missing title and target field, which do not affect a test. */
const withNames = (values: ExtractorValues): ExtractorValues => ({
  ...values,
  title: values.title.trim() === '' ? words.titleOfTrial : values.title,
  target: values.target === '' ? words.targetOfTrial : values.target,
});

function canTry(type: ExtractorType, values: ExtractorValues): boolean {
  const { config, converters, conditionValue } = problemsOf(type, values);
  return config === undefined && converters === undefined && conditionValue === undefined;
}

const incomplete = 'incomplete';

/** Returns the errors of the extractor's values; the fields of configurations show their errors themselves. */
function problemsOf(type: ExtractorType, values: ExtractorValues) {
  const faulty = values.converters.some(
    ({ type: one, config, on }) => on && !isWhole(converterTypeOf(one).parts, config),
  );
  return {
    config: isWhole(partsOfType(type), values.config) ? undefined : incomplete,
    converters: !namesItsFields(type) && faulty ? incomplete : undefined,
    conditionValue:
      values.conditionType !== 'none' && values.conditionValue === '' ? words.conditionMissing : undefined,
    target: !namesItsFields(type) && values.target === '' ? words.targetMissing : undefined,
    title: values.title.trim() === '' ? words.titleMissing : undefined,
  };
}
