/**
 * Keys of events that are made for each group. Without them all groups count as one cause, so that only the first group is notified within
 * the grace period.
 */
import type { EventFieldSpec } from '../../api/contract/event-definitions.js';
import { withField, type DefinitionValues } from './definition-values.js';

type GroupingValues = Pick<DefinitionValues, 'mode' | 'group_by' | 'field_spec' | 'key_spec'>;

/** The name of an event's field takes fewer characters than that of a message. */
const eventField = (groupField: string): string => groupField.replace(/[^\w.@-]/g, '_');

const templateOf = (groupField: string): string => `\${source.${groupField}}`;

/** Fields that the definition groups by and that no key has the value of. Empty for a definition that does not group. */
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

/** Makes a key of every field that the definition groups by and that has none. A field of the same name becomes the key as it is. */
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
