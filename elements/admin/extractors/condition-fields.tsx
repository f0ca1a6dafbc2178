/**
 * Renders fields for the condition of an extractor, which runs always, or only for texts that contain a text or match a
 * regular expression. The condition is tested on the example text.
 */
import { makeStyles } from '@griffel/react';
import { useId, type ReactNode } from 'react';
import { tryCondition } from '../../../api/queries/extractors.js';
import { useConnection } from '../../element/connection-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Radio } from '../../kit/checkbox.js';
import { Field } from '../../kit/field.js';
import type { Form } from '../../kit/form/index.js';
import { PlayIcon } from '../../kit/icons.js';
import { Input } from '../../kit/input.js';
import { Tester, useTrial } from '../../kit/tester/index.js';
import type { ExtractorValues } from './extractor-form.js';
import { texts } from './texts.js';

const { form: words } = texts;

const useStyles = makeStyles({ root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' } });

export interface ConditionFieldsProps {
  readonly form: Form<ExtractorValues>;
  /** Example text; undefined if the example message has no text in the field. */
  readonly sample: string | undefined;
}

export function ConditionFields({ form, sample }: ConditionFieldsProps): ReactNode {
  const styles = useStyles();
  const name = useId();
  const { client } = useConnection();
  const { conditionType: kind, conditionValue: value } = form.values;
  const ready = kind !== 'none' && value !== '' && sample !== undefined;
  const trial = useTrial({
    name: 'condition',
    input: ready ? { type: kind, value, text: sample } : undefined,
    run: (input, signal) => tryCondition(client, input, signal),
  });
  return (
    <div className={styles.root}>
      <Field label={words.condition} group help={words.conditionHelp}>
        {(['none', 'string', 'regex'] as const).map((one) => (
          <Radio
            key={one}
            name={name}
            label={words.conditions[one]}
            checked={kind === one}
            onChoose={() => {
              form.set({ conditionType: one });
              // The value is cleared, because a text for one type of condition rarely suits the other type.
              form.empty({ conditionValue: '' });
            }}
          />
        ))}
      </Field>
      {kind !== 'none' && (
        <Tester
          title={words.conditionResult}
          trial={trial}
          hint={words.conditionHint}
          input={
            <>
              <Field label={words.conditionValue[kind]} required {...form.field('conditionValue')}>
                <Input
                  mono
                  value={value}
                  maxLength={1000}
                  onChange={(conditionValue) => form.set({ conditionValue })}
                />
              </Field>
              <div>
                <Button
                  icon={<PlayIcon />}
                  aria-label={`${words.try}: ${words.condition}`}
                  disabled={!ready}
                  onClick={trial.now}
                >
                  {words.try}
                </Button>
              </div>
            </>
          }
        >
          {(matched) => (
            <Alert kind={matched ? 'success' : 'warning'}>{matched ? words.matches : words.matchesNot}</Alert>
          )}
        </Tester>
      )}
    </div>
  );
}
