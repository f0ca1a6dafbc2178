/** Renders the form of one variable, which takes the place of the list in the dialog of variables. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { allFieldsQuery } from '../../../api/queries/fields.js';
import { isTexts } from '../../../api/language/parameter-values.js';
import { isVariableName, type Variable, type VariableKind } from '../../../machines/variables.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Combobox } from '../../kit/combobox.js';
import { Dialog } from '../../kit/dialog.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { Select } from '../../kit/select.js';
import { space } from '../../kit/tokens.js';
import { variableTexts } from './texts.js';
import { VariableControl } from './variable-control.js';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: `${space.xl}px` },
});

/** A variable in the form; `before` is its name in the list, undefined for a new variable. */
export interface VariableDraft {
  readonly before: string | undefined;
  readonly variable: Variable;
}

export interface VariableFormProps {
  readonly draft: VariableDraft;
  /** Names of the other variables. */
  readonly taken: readonly string[];
  readonly onBack: () => void;
  readonly onTake: (variable: Variable) => void;
}

const kinds: readonly VariableKind[] = ['select', 'text', 'range'];

export function VariableForm({ draft, taken, onBack, onTake }: VariableFormProps): ReactNode {
  const styles = useStyles();
  const words = variableTexts.form;
  const { client } = useConnection();
  const [variable, setVariable] = useState(draft.variable);
  const [tried, setTried] = useState(false);
  const { data: fields = [], isFetching } = useQuery(allFieldsQuery(client));
  const change = (changed: Partial<Variable>): void => setVariable((now) => ({ ...now, ...changed }));
  const name = variable.name.trim();
  const nameError = taken.includes(name) ? words.nameTaken : isVariableName(name) ? undefined : words.nameInvalid;
  const fieldError = variable.kind === 'select' && variable.field.trim() === '' ? words.fieldRequired : undefined;
  const take = (): void => {
    setTried(true);
    if (nameError === undefined && fieldError === undefined)
      onTake({ ...variable, name, field: variable.kind === 'select' ? variable.field.trim() : '' });
  };
  return (
    <Dialog
      open
      size="medium"
      title={words.title(draft.before ?? '')}
      onClose={onBack}
      onSubmit={take}
      footer={
        <>
          <Button onClick={onBack}>{words.back}</Button>
          <Button type="submit" appearance="primary">
            {words.take}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <Field label={words.name} help={words.nameHelp} error={tried ? nameError : undefined} required>
          <Input mono value={variable.name} maxLength={64} onChange={(text) => change({ name: text })} />
        </Field>
        <Field label={words.label} help={words.labelHelp} optional>
          <Input value={variable.title} maxLength={100} onChange={(text) => change({ title: text })} />
        </Field>
        <Field label={words.kind}>
          <Select
            options={kinds.map((kind) => ({ value: kind, label: words.kinds[kind] }))}
            value={variable.kind}
            // The default of the previous kind of control would be invalid, so "All" replaces it.
            onChange={(kind) => change({ kind, value: [] })}
          />
        </Field>
        {variable.kind === 'select' && (
          <>
            <Field label={words.field} help={words.fieldHelp} error={tried ? fieldError : undefined} required>
              <Combobox
                mono
                completes
                options={fields.map((one) => ({ value: one.name, label: one.name }))}
                value={variable.field}
                loading={isFetching}
                onChange={(field) => change({ field })}
              />
            </Field>
            <Checkbox
              label={words.several}
              checked={variable.several}
              onChange={(several) =>
                change({ several, value: !several && isTexts(variable.value) ? [] : variable.value })
              }
            />
          </>
        )}
        <Field label={words.value} help={words.valueHelp} group>
          <VariableControl
            key={variable.kind}
            variable={variable}
            name={words.value}
            value={variable.value}
            onChange={(value) => change({ value })}
          />
        </Field>
      </div>
    </Dialog>
  );
}
