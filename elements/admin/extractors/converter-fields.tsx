/**
 * Renders fields for the converters of an extractor, which modify the extracted value one after another. A converter
 * can be switched off without losing its values.
 */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import { converterTypeOf, converterTypes } from '../../../api/extractors/converters.js';
import { initialConfig } from '../../../api/extractors/parts.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Field } from '../../kit/field.js';
import { AssignRow } from '../../kit/form/index.js';
import { Select } from '../../kit/select.js';
import { tokens, type } from '../../kit/tokens.js';
import { ConfigFields } from './config-fields.js';
import type { ConverterValues } from './extractor-form.js';
import { texts } from './texts.js';

const { form: words } = texts;

const useStyles = makeStyles({
  heading: { marginBottom: '8px', ...type.cardTitle },
  list: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '12px',
    padding: '10px 12px',
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: '6px',
  },
});

export interface ConverterFieldsProps {
  readonly converters: readonly ConverterValues[];
  readonly onChange: (converters: readonly ConverterValues[]) => void;
  readonly tried: boolean;
}

export function ConverterFields({ converters, onChange, tried }: ConverterFieldsProps): ReactNode {
  const styles = useStyles();
  const [chosen, setChosen] = useState<string>();
  const used = new Set(converters.map((one) => one.type));
  const options = converterTypes
    .map((value) => ({ value, label: converterTypeOf(value).label, disabled: used.has(value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const change = (at: number, part: Partial<ConverterValues>): void =>
    onChange(converters.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const add = (): void => {
    if (chosen === undefined) return;
    onChange([...converters, { type: chosen, config: initialConfig(converterTypeOf(chosen).parts), on: true }]);
    setChosen(undefined);
  };
  return (
    <div>
      <AssignRow>
        <Field label={words.addConverter}>
          <Select options={options} value={chosen} onChange={setChosen} placeholder={words.chooseConverter} />
        </Field>
        <Button disabled={chosen === undefined} onClick={add}>
          {words.add}
        </Button>
      </AssignRow>
      {converters.length > 0 && (
        <>
          <h3 className={styles.heading}>{words.converters}</h3>
          <ul className={styles.list} aria-label={words.converters}>
            {converters.map(({ type: one, config, on }, at) => (
              <li key={at} className={styles.item}>
                <Checkbox
                  label={words.enabled(converterTypeOf(one).label)}
                  checked={on}
                  onChange={(checked) => change(at, { on: checked })}
                />
                {on && (
                  <ConfigFields
                    parts={converterTypeOf(one).parts}
                    config={config}
                    onChange={(next) => change(at, { config: next })}
                    tried={tried}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
