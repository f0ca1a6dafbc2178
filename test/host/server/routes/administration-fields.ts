/**
 * Sends wrong values for each field of each type of inputs, outputs, decorators, caches and data adapters, and
 * records the answers of the server. Nothing is stored: an entity that is created in spite of a wrong value is
 * removed.
 */
import assert from 'node:assert/strict';
import { isObject } from '../../../../api/is-object.js';
import { idIn } from './administration-entities.js';
import { type AnswerRecord, type Body, inText } from './administration-record.js';

/** Types of entities with fields that differ by type. */
interface Typed {
  /** Path of the answer with the types. */
  readonly types: string;
  readonly call: string;
  readonly bodyOf: (type: string, configuration: object) => Body;
  /** Path of a created entity; absent: the call creates nothing. */
  readonly created?: string;
}

const kinds: readonly Typed[] = [
  {
    types: '/system/inputs/types/all',
    call: 'POST /system/inputs/preview',
    bodyOf: (type, configuration) => ({ type, configuration }),
  },
  {
    types: '/system/outputs/available',
    call: 'POST /system/outputs',
    bodyOf: (type, configuration) => ({ title: 'Tried', type, configuration }),
    created: '/system/outputs',
  },
  {
    types: '/search/decorators/available',
    call: 'POST /search/decorators',
    bodyOf: (type, config) => ({ type, config, stream: null }),
    created: '/search/decorators',
  },
  {
    types: '/system/lookup/types/caches',
    call: 'POST /system/lookup/caches/validate',
    bodyOf: (_type, config) => ({ title: 'Tried', name: 'tried', config }),
  },
  {
    types: '/system/lookup/types/adapters',
    call: 'POST /system/lookup/adapters/validate',
    bodyOf: (_type, config) => ({ title: 'Tried', name: 'tried', config }),
  },
];

const wrong: readonly unknown[] = [null, -1, 'x y'];
/** Values of fields without a default, so that the types do not all report the same missing field. */
const given: Readonly<Record<string, unknown>> = {
  ...{ bind_address: '127.0.0.1', port: 9, url: 'http://127.0.0.1:9/hook', hostname: '127.0.0.1', path: '/none' },
  ...{ broker_hostname: '127.0.0.1', broker_port: 9, pipeline: 'wash', cache_ttl_override: 1 },
  ...{ source_field: 'a', target_field: 'b', lookup_table_name: 'names', format_string: '${a}', link_field: 'a' },
  ...{ format: 'JSON', protocol: 'TCP', server_ips: '127.0.0.1', single_value_jsonpath: '$.a', key_column: 'a' },
};

interface Field {
  readonly name: string;
  readonly usual: unknown;
  /** Text that is the same for fields of several types that are described alike; the server checks them alike. */
  readonly description: string;
}

/** Returns the fields of a type. */
function fieldsOf(name: string, type: unknown): readonly Field[] {
  assert.ok(isObject(type));
  const { default_config: defaults, requested_configuration: requested } = type;
  const fields = isObject(defaults) ? defaults : requested;
  assert.ok(isObject(fields));
  return Object.entries(fields).map(([field, value]) => ({
    name: field,
    usual: given[field] ?? (isObject(value) && !isObject(defaults) ? value['default_value'] : value) ?? 'text',
    description: isObject(defaults) ? `${name} ${field}` : `${field} ${inText(value)}`,
  }));
}

/** Returns the message of an error, and any other answer as it is. */
const messageIn = (text: string): string => /^\{"type":"ApiError","message":(".*")\}$/.exec(text)?.[1] ?? text;

/** @returns the message of the server about each wrong value, by the call and the type */
export async function fieldSections(record: AnswerRecord): Promise<Map<string, string>> {
  const sections = new Map<string, string>();
  for (const { types, call, bodyOf, created } of kinds) {
    const { text } = await record.send('admin', `GET ${types}`);
    const list: unknown = JSON.parse(text);
    assert.ok(isObject(list));
    const all = isObject(list['types']) ? list['types'] : list;
    const tried = new Set<string>();
    for (const [type, described] of Object.entries(all)) {
      const fields = fieldsOf(type, described);
      const usual = Object.fromEntries(fields.map((field) => [field.name, field.usual]));
      const attempt = async (configuration: object): Promise<string> => {
        const answer = await record.send('admin', call, bodyOf(type, configuration));
        const id = created === undefined || answer.status >= 300 ? undefined : idIn(answer.text);
        if (id === undefined) return `${answer.status} ${messageIn(record.readable(answer.text))}`;
        await record.send('admin', `DELETE ${created}/${id}`);
        return 'accepted';
      };
      const accepted = await attempt(usual);
      const lines = [`with the usual values: ${accepted}`];
      for (const { name, description } of fields.filter((field) => !tried.has(field.description))) {
        tried.add(description);
        for (const value of wrong) {
          const told = await attempt({ ...usual, [name]: value });
          if (told !== accepted) lines.push(`${name} ${inText(value)}: ${told}`);
        }
      }
      sections.set(`${call} ${type}`, lines.join('\n'));
    }
  }
  return sections;
}
