/** Renders the step of the wizard for the fields and keys of events (screens/dashboards-sharing-alerts.md §9.6). */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import type { EventFieldSpec } from '../../../api/contract/event-definitions.js';
import {
  systemType,
  withField,
  withoutField,
  type FieldValue,
} from '../../../machines/event-condition/definition-values.js';
import { groupsWithoutKey, withGroupsAsKeys } from '../../../machines/event-condition/group-keys.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { ColumnHeads } from '../../kit/column-heads.js';
import { Section } from '../../kit/detail-page/index.js';
import { IconButton } from '../../kit/icon-button.js';
import { AddIcon, HelpIcon } from '../../kit/icons.js';
import { isolated } from '../../kit/isolated.js';
import { Popover } from '../../kit/popover.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { FieldDialog } from './field-dialog.js';
import { formTexts } from './form-texts.js';
import type { StepProps } from './step.js';

const words = formTexts.fields;

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  scroll: { overflowX: 'auto' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    ...type.body,
    '& th, & td': { padding: '6px 12px 6px 0', textAlign: 'start', verticalAlign: 'top' },
    '& th': { color: tokens.text.secondary, whiteSpace: 'nowrap', ...type.overline },
    '& tbody tr': { borderTop: `1px solid ${tokens.border.divider}` },
  },
  code: { overflowWrap: 'anywhere', ...type.logSmall },
  name: { overflowWrap: 'anywhere', minWidth: '80px', ...type.logSmall },
  actions: { display: 'flex', gap: '8px', [container.compact]: { flexWrap: 'wrap' } },
  keys: { display: 'flex', alignItems: 'center', gap: '6px', flexWrap: 'wrap', overflowWrap: 'anywhere', ...type.body },
  none: { color: tokens.text.secondary, ...type.body },
});

/** Returns the texts that describe the source of a field's value in the table. */
export function providerText(spec: EventFieldSpec): { readonly source: string; readonly configuration: string } {
  const [provider] = spec.providers;
  if (!provider) return { source: '', configuration: '' };
  const source = words.sources[provider.type] ?? provider.type;
  if (provider.type === 'lookup-v1')
    return { source, configuration: words.lookup(provider.table_name, provider.key_field) };
  if (provider.type !== 'template-v1') return { source, configuration: '' };
  const more = provider.require_values ? ` (${words.requiredValues})` : '';
  return { source, configuration: `${provider.template}${more}` };
}

export function FieldsStep({ values, set, error }: StepProps): ReactNode {
  const styles = useStyles();
  /** Name of the field in the dialog; null for a new field; undefined while the dialog is closed. */
  const [open, setOpen] = useState<string | null>();
  if (values.type === systemType)
    return (
      <Section title={words.step}>
        <Alert>{words.system}</Alert>
      </Section>
    );
  const { field_spec: specs, key_spec: keys } = values;
  const names = Object.keys(specs);
  const positionOf = (name: string): number | undefined => (keys.includes(name) ? keys.indexOf(name) + 1 : undefined);
  const fieldOf = (name: string): FieldValue | undefined => {
    const spec = specs[name];
    return spec && { name, spec, keyPosition: positionOf(name) };
  };
  const problems = [error('field_spec'), error('key_spec')].filter((one) => one !== undefined);
  return (
    <Section title={words.step} intro={words.help}>
      <div className={styles.root}>
        {problems.length > 0 && (
          <Alert kind="danger">
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
          </Alert>
        )}
        {names.length === 0 ? (
          <p className={styles.none}>{words.none}</p>
        ) : (
          <div className={styles.scroll}>
            <table className={styles.table}>
              <ColumnHeads
                labels={[words.name, words.isKey, words.source, words.dataType, words.configuration, words.actions]}
              />
              <tbody>
                {names.map((name) => {
                  const { source, configuration } = providerText(specs[name] ?? { data_type: 'string', providers: [] });
                  const position = positionOf(name);
                  return (
                    <tr key={name}>
                      <td className={styles.name}>{name}</td>
                      <td>{position === undefined ? words.no : words.yes(position)}</td>
                      <td>{source}</td>
                      <td>{words.string}</td>
                      <td className={styles.code}>{configuration}</td>
                      <td>
                        <div className={styles.actions}>
                          <Button
                            size="small"
                            aria-label={words.removeNamed(name)}
                            onClick={() => set(withoutField(values, name))}
                          >
                            {words.remove}
                          </Button>
                          <Button size="small" aria-label={words.editNamed(name)} onClick={() => setOpen(name)}>
                            {words.edit}
                          </Button>
                        </div>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        )}
        <div className={styles.keys}>
          <strong>{words.keys}</strong>
          <span>{keys.length > 0 ? keys.join(', ') : words.noKeys}</span>
          <Popover label={words.aboutKeys} trigger={<IconButton label={words.aboutKeys} icon={<HelpIcon />} />}>
            {() => <p>{words.keysHelp}</p>}
          </Popover>
        </div>
        <GroupKeys groups={groupsWithoutKey(values)} onUse={() => set(withGroupsAsKeys(values))} />
        <div>
          <Button icon={<AddIcon />} onClick={() => setOpen(null)}>
            {words.add}
          </Button>
        </div>
      </div>
      {open !== undefined && (
        <FieldDialog
          field={open === null ? undefined : fieldOf(open)}
          taken={names.filter((name) => name !== open)}
          lastPosition={keys.length + 1}
          onClose={() => setOpen(undefined)}
          onDone={(field) => {
            set(withField(values, field, open ?? undefined));
            setOpen(undefined);
          }}
        />
      )}
    </Section>
  );
}

interface GroupKeysProps {
  /** Fields by which events are grouped and that are no keys. */
  readonly groups: readonly string[];
  readonly onUse: () => void;
}

/** Offers to use the fields by which events are grouped as keys. */
function GroupKeys({ groups, onUse }: GroupKeysProps): ReactNode {
  if (groups.length === 0) return null;
  return (
    <Alert kind="warning">
      <p>{words.groupsWithoutKey(groups.map(isolated).join(', '))}</p>
      <Button size="small" onClick={onUse}>
        {words.useGroupsAsKeys(groups.length)}
      </Button>
    </Alert>
  );
}
