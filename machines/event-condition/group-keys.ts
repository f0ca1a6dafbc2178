/**
 * Key fields for the events of a definition with groups. Without a key all groups share one grace period, so that only
 * events of the first group would lead to notifications.
 */
import type { EventFieldSpec } from '../../api/contract/event-definitions.js';
import { withField, type DefinitionValues } from './definition-values.js';

type GroupingValues = Pick<DefinitionValues, 'mode' | 'group_by' | 'field_spec' | 'key_spec'>;

/**
 * Returns the name of an event field for a field to group by. Names of event fields allow fewer characters, so other
 * characters are replaced by `_`.
 */
const eventField = (groupField: string): string => groupField.replace(/[^\w.@-]/g, '_');

const templateOf = (groupField: string): string => `\${source.${groupField}}`;

/** Returns the fields to group by that are not part of the key. A definition without groups has no such fields. */
export function groupsWithoutKey({ mode, group_by, field_spec, key_spec }: GroupingValues): readonly string[] {
  if (mode !== 'aggregation') return [];
  const templates = new Set(
    key_spec.flatMap((key) =>
      (field_spec[key]?.providers ?? []).flatMap((provider) =>
        provider.type === 'template-v1' ? [provider.template] : [],
      ),
    ),
  );
  const holds = (group: string): boolean => [...templates].some((template) => template.includes(templateOf(group)));
  return group_by.filter((group) => !holds(group) && !key_spec.includes(eventField(group)));
}

/**
 * Adds a key field for every field to group by that is not part of the key. If an event field with the name exists, it
 * becomes part of the key unchanged.
 */
export function withGroupsAsKeys(values: GroupingValues): Pick<DefinitionValues, 'field_spec' | 'key_spec'> {
  return groupsWithoutKey(values).reduce<Pick<DefinitionValues, 'field_spec' | 'key_spec'>>(
    (kept, group) => {
      const name = eventField(group);
      const spec: EventFieldSpec = kept.field_spec[name] ?? {
        data_type: 'string',
        providers: [{ type: 'template-v1', template: templateOf(group), require_values: false }],
      };
      return withField(kept, { name, spec, keyPosition: kept.key_spec.length + 1 }, name);
    },
    { field_spec: values.field_spec, key_spec: values.key_spec },
  );
}
