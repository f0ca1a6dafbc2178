/** Renders the step of the wizard for title, description and priority (screens/dashboards-sharing-alerts.md §9.4). */
import type { ReactNode } from 'react';
import { systemType } from '../../../machines/event-condition/definition-values.js';
import { Section } from '../../kit/detail-page/index.js';
import { Field } from '../../kit/field.js';
import { Fields } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { Select } from '../../kit/select.js';
import { Textarea } from '../../kit/textarea.js';
import { formTexts } from './form-texts.js';
import type { StepProps } from './step.js';
import { texts } from './texts.js';

const words = formTexts.details;

export function DetailsStep({ values, set, error }: StepProps): ReactNode {
  const fixed = values.type === systemType;
  return (
    <Section title={words.step}>
      <Fields>
        <Field label={words.title} required help={words.titleHelp} error={error('title')}>
          <Input value={values.title} readOnly={fixed} onChange={(title) => set({ title })} />
        </Field>
        <Field label={words.description} optional error={error('description')}>
          <Textarea
            rows={2}
            value={values.description}
            readOnly={fixed}
            onChange={(description) => set({ description })}
          />
        </Field>
        <Field label={words.priority} help={words.priorityHelp} error={error('priority')}>
          <Select
            disabled={fixed}
            options={[1, 2, 3].map((one) => ({ value: String(one), label: texts.priorities[one] ?? String(one) }))}
            value={String(values.priority)}
            onChange={(priority) => set({ priority: Number(priority) })}
          />
        </Field>
      </Fields>
    </Section>
  );
}
