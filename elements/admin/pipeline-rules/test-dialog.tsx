/** Renders a dialog to create or edit a test of a rule: sample message and expectation, both as JSON. */
import type { ReactNode } from 'react';
import type { RuleTest } from '../../../api/contract/rule-tests.js';
import { parseJson, stringifyJson } from '../../../api/json.js';
import { Field } from '../../kit/field.js';
import { CodeField, FormDialog, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import type { TestDraft } from './tests-section.js';
import { texts } from './texts.js';

const { tests: words } = texts;

export interface TestDialogProps {
  readonly draft: TestDraft;
  readonly save: (test: RuleTest) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Parses a JSON object; returns undefined when the text is not a JSON object. */
function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseJson(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function TestDialog({ draft: { index, test }, save, onClose }: TestDialogProps): ReactNode {
  const form = useForm({
    initial: {
      title: test.title,
      message: stringifyJson(test.message, 2) ?? '{}',
      expected: stringifyJson(test.expected, 2) ?? '{}',
    },
    check: ({ title, message, expected }) => ({
      title: title.trim() === '' ? words.titleMissing : undefined,
      message: objectOf(message) ? undefined : words.noObject,
      expected: objectOf(expected) ? undefined : words.noObject,
    }),
    save: ({ title, message, expected }) =>
      save({ title: title.trim(), message: objectOf(message) ?? {}, expected: objectOf(expected) ?? {} }),
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={index === undefined ? words.add : words.editTitle}
      submit={words.save}
      failed={words.saveFailed}
      onClose={onClose}
    >
      <Field label={words.name} required {...form.field('title')}>
        <Input value={form.values.title} data-autofocus="" onChange={(title) => form.set({ title })} />
      </Field>
      <CodeField
        label={words.message}
        required
        value={form.values.message}
        onChange={(message) => form.set({ message })}
        {...form.field('message')}
      />
      <CodeField
        label={words.expected}
        required
        help={words.expectedHelp}
        value={form.values.expected}
        onChange={(expected) => form.set({ expected })}
        {...form.field('expected')}
      />
    </FormDialog>
  );
}
