/** Renders form fields for the configuration of a notification type (screens/dashboards-sharing-alerts.md §10.3). */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { isStoredSecret } from '../../../api/contract/config-fields.js';
import { recipientsQuery } from '../../../api/queries/event-notifications.js';
import { useConnection, usePermission } from '../../element/connection-context.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Field } from '../../kit/field.js';
import { UrlField } from '../../kit/allow-list/index.js';
import { SecretField, TimeZoneSelect } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { MultiSelect } from '../../kit/multi-select.js';
import { NumberInput } from '../../kit/number-input.js';
import { Select } from '../../kit/select.js';
import { Textarea } from '../../kit/textarea.js';
import { tokens, type } from '../../kit/tokens.js';
import { NoMailServer } from './no-mail-server.js';
import { TemplateField, type TriedOn } from './template-field.js';
import { texts } from './texts.js';
import type { Escape, TypeField } from './types.js';

const useStyles = makeStyles({ note: { paddingLeft: '24px', color: tokens.text.tertiary, ...type.caption } });

interface ControlProps {
  readonly field: TypeField;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
  /** Called with true if the server is not allowed to call the entered address. */
  readonly onRefused: (refused: boolean) => void;
  /** Selects the escaping of values that replace placeholders of a template. */
  readonly escape: Escape;
  readonly triedOn: TriedOn;
  /** Title of the notification, which an entry for its address in the URL whitelist gets. */
  readonly title: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export function TypeControl(props: ControlProps): ReactNode {
  const { field, value, error, onChange, onRefused, escape, triedOn, title } = props;
  const styles = useStyles();
  const { label, help, required = false, optional = false } = field;
  const around = { label, required, optional, ...(help !== undefined && { help }), error };
  const template = { value: textOf(value), onChange, escape, triedOn };
  switch (field.kind) {
    case 'url':
      return (
        <UrlField
          {...around}
          value={textOf(value)}
          onChange={onChange}
          onRefused={onRefused}
          warning={texts.form.notListed}
          entryTitle={title}
        />
      );
    case 'template':
      return <TemplateField {...around} {...template} short={false} />;
    case 'secret':
      return <Secret {...around} value={value} onChange={onChange} lines={field.lines ?? false} />;
    case 'choice':
      return (
        <Field {...around}>
          <Select
            options={Object.entries(field.among).map(([key, name]) => ({ value: key, label: name }))}
            value={textOf(value)}
            onChange={onChange}
          />
        </Field>
      );
    case 'lines':
      return (
        <Field {...around}>
          <Textarea mono rows={3} value={textOf(value)} onChange={onChange} />
        </Field>
      );
    case 'users':
      return <Users {...around} value={listOf(value)} onChange={onChange} />;
    case 'boolean':
      return (
        <div>
          <Checkbox label={label} checked={value === true} onChange={onChange} />
          {(error ?? help) !== undefined && <p className={styles.note}>{error ?? help}</p>}
        </div>
      );
    case 'count':
      return (
        <Field {...around}>
          <NumberInput min={0} step={1} value={typeof value === 'number' ? value : undefined} onChange={onChange} />
        </Field>
      );
    case 'addresses':
      return (
        <>
          <Field {...around}>
            <MultiSelect creatable options={[]} selected={listOf(value)} onChange={onChange} />
          </Field>
          <NoMailServer />
        </>
      );
    case 'zone':
      return (
        <Field {...around}>
          <TimeZoneSelect value={textOf(value)} onChange={onChange} />
        </Field>
      );
    default:
      if (field.template) return <TemplateField {...around} {...template} short />;
      return (
        <Field {...around}>
          <Input value={textOf(value)} onChange={onChange} />
        </Field>
      );
  }
}

interface Around {
  readonly label: string;
  readonly required: boolean;
  readonly optional: boolean;
  readonly help?: string;
  readonly error: string | undefined;
}

interface SecretProps extends Around {
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly lines: boolean;
}

function Secret({ value, ...field }: SecretProps): ReactNode {
  // True if a secret was stored when the form was opened; it does not change while the user types.
  const [stored] = useState(() => isStoredSecret(value));
  return <SecretField {...field} stored={stored} />;
}

interface UsersProps extends Around {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}

/**
 * Renders a field for recipients: users who may list users can select recipients; other users only see those selected.
 */
function Users({ value, onChange, ...around }: UsersProps): ReactNode {
  const { client } = useConnection();
  const mayList = usePermission('users:list');
  const { data, isPending } = useQuery({ ...recipientsQuery(client), enabled: mayList });
  if (!mayList && value.length === 0) return null;
  const options = (data ?? []).map(({ username, name }) => ({
    value: username,
    label: name === '' ? username : `${name} (${username})`,
  }));
  return (
    <Field {...around}>
      <MultiSelect options={options} selected={value} onChange={onChange} loading={mayList && isPending} />
    </Field>
  );
}
