/** Renders fields for the configuration of an extractor or a converter. */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { partProblem, type Config, type ConfigPart } from '../../../api/extractors/parts.js';
import { localesQuery } from '../../../api/queries/extractors.js';
import { useConnection } from '../../element/connection-context.js';
import { Checkbox } from '../../kit/checkbox.js';
import { Combobox } from '../../kit/combobox.js';
import { Field } from '../../kit/field.js';
import { Fields } from '../../kit/form/index.js';
import { TimeZoneSelect } from '../../kit/form/time-zone-select.js';
import { Input } from '../../kit/input.js';
import { lazyPart } from '../../kit/lazy-part.js';
import { Loading } from '../../kit/loading.js';
import { LookupTableInput } from '../../kit/lookup-table-input.js';
import { NumberInput } from '../../kit/number-input.js';
import { Part } from '../../kit/part.js';
import { tokens, type } from '../../kit/tokens.js';
import type { PatternInputProps } from '../grok-input/index.js';
import { texts } from './texts.js';

const PatternInput = lazyPart<'PatternInput', PatternInputProps>(
  () => import('../grok-input/index.js'),
  'PatternInput',
);

const useStyles = makeStyles({
  switch: { display: 'flex', flexDirection: 'column', gap: '2px' },
  help: { paddingLeft: '24px', color: tokens.text.tertiary, ...type.caption },
});

export interface ConfigFieldsProps {
  readonly parts: readonly ConfigPart[];
  readonly config: Config;
  readonly onChange: (config: Config) => void;
  /** True after the user has tried to save; every error is shown then. */
  readonly tried: boolean;
}

export function ConfigFields({ parts, config, onChange, tried }: ConfigFieldsProps): ReactNode {
  const styles = useStyles();
  const [visited, setVisited] = useState<readonly string[]>([]);
  if (parts.length === 0) return null;
  return (
    <Fields>
      {parts.map((part) => {
        const { name, kind, label, help, needs, required = false, least = 0 } = part;
        const set = (value: unknown): void => {
          onChange({ ...config, [name]: value });
          setVisited((before) => (before.includes(name) ? before : [...before, name]));
        };
        if (kind === 'flag') {
          return (
            <div key={name} className={styles.switch}>
              <Checkbox label={label} checked={config[name] === true} onChange={set} />
              {help !== undefined && <span className={styles.help}>{help}</span>}
            </div>
          );
        }
        const problem = tried || visited.includes(name) ? partProblem(part, config) : undefined;
        const error = problem && texts.problem(problem, label, least);
        if (kind === 'pattern') {
          return (
            <Part key={name} fallback={<Loading />}>
              <PatternInput value={textOf(config[name])} onChange={set} error={error} />
            </Part>
          );
        }
        return (
          <Field key={name} label={label} required={required} help={help} error={error}>
            <Control
              part={part}
              value={config[name]}
              onChange={set}
              disabled={needs !== undefined && config[needs] !== true}
            />
          </Field>
        );
      })}
    </Fields>
  );
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

interface ControlProps {
  readonly part: ConfigPart;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly disabled: boolean;
}

function Control({ part, value, onChange, disabled }: ControlProps): ReactNode {
  switch (part.kind) {
    case 'integer':
      return (
        <NumberInput
          value={typeof value === 'number' ? value : undefined}
          onChange={onChange}
          min={part.least}
          disabled={disabled}
        />
      );
    case 'zone':
      return <TimeZoneSelect value={textOf(value)} onChange={onChange} />;
    case 'table':
      return <LookupTableInput value={textOf(value)} onChange={onChange} />;
    case 'locale':
      return <LocaleInput value={textOf(value)} onChange={onChange} />;
    default:
      return <Input mono value={textOf(value)} onChange={onChange} disabled={disabled} />;
  }
}

function LocaleInput({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (tag: string) => void;
}): ReactNode {
  const { client } = useConnection();
  const { data = [], isPending } = useQuery(localesQuery(client));
  return (
    <Combobox
      completes
      options={data.map(({ language_tag: tag, display_name: name }) => ({ value: tag, label: `${name} (${tag})` }))}
      loading={isPending}
      value={value}
      onChange={onChange}
    />
  );
}
