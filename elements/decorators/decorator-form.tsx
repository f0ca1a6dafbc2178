import { makeStyles } from '@griffel/react';
import { useId, useState, type ReactNode } from 'react';
import {
  initialValues,
  missingFields,
  type ConfigurableType,
  type ConfigValues,
} from '../../api/contract/config-fields.js';
import type { Decorator } from '../../api/contract/searches.js';
import { Button } from '../kit/button.js';
import { space, tokens, type } from '../kit/tokens.js';
import { decoratorPanels, usualPanel } from './decorator-panels.js';
import { DecoratorPreview, type PreviewSample } from './decorator-preview.js';
import { texts, typeName } from './texts.js';

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: `${space.xl}px`,
    padding: `${space.xl}px`,
    borderRadius: '4px',
    backgroundColor: tokens.surface.inset,
  },
  title: { margin: 0, color: tokens.text.primary, ...type.cardTitle },
  buttons: { display: 'flex', justifyContent: 'flex-end', gap: `${space.m}px` },
});

export interface DecoratorFormProps {
  readonly type: ConfigurableType;
  /** The decorator to edit; absent: a new decorator. */
  readonly decorator?: Decorator | undefined;
  readonly sample: PreviewSample;
  readonly onSubmit: (config: Record<string, unknown>) => void;
  readonly onCancel: () => void;
}

/** Renders a form for the configuration of one decorator, with a preview on the latest messages. */
export function DecoratorForm({ type: kind, decorator, sample, onSubmit, onCancel }: DecoratorFormProps): ReactNode {
  const styles = useStyles();
  const titleId = useId();
  const fields = kind.requested_configuration;
  const [values, setValues] = useState<ConfigValues>(() => initialValues(fields, decorator?.config));
  const [reported, setReported] = useState(false);
  const missing = missingFields(fields, values);
  const panels = decoratorPanels.use();
  const { Panel } = panels.find((one) => one.type === kind.type) ?? usualPanel;
  return (
    <form
      className={styles.form}
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Stops the event so that it does not submit an outer form.
        event.stopPropagation();
        if (missing.length > 0) setReported(true);
        else onSubmit({ ...values });
      }}
    >
      <h4 id={titleId} className={styles.title}>
        {decorator ? texts.editTitle(typeName(kind)) : texts.createTitle(typeName(kind))}
      </h4>
      <Panel type={kind.type} fields={fields} values={values} onChange={setValues} missing={reported ? missing : []} />
      <DecoratorPreview
        decorator={missing.length > 0 ? undefined : { type: kind.type, config: { ...values } }}
        sample={sample}
      />
      <div className={styles.buttons}>
        <Button size="small" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button size="small" type="submit" appearance="primary">
          {decorator ? texts.update : texts.create}
        </Button>
      </div>
    </form>
  );
}
