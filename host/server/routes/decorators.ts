/** Routes of the decorators of streams, and of the available types of decorators (contract search D1–D7). */
import {
  coercedValues,
  configProblem,
  missingFields,
  type ConfigField,
  type ConfigFields,
  type ConfigurableType,
  type ConfigValues,
} from '../../../api/contract/config-fields.js';
import * as endpoints from '../../../api/contract/decorators.js';
import type { StoredDecorator } from '../../../api/contract/decorators.js';
import { Decorator } from '../../../api/contract/searches.schema.js';
import { newEntityId } from '../foundation/ids.js';
import { authorize, can, permissionOn, type Caller } from '../auth/caller.js';
import { configField } from '../intake/config/config-field.js';
import type { Needs } from '../context.js';
import type { Entities } from '../entities/catalogue.js';
import { StoredEntities } from '../entities/entity-routes.js';
import { entityCollection } from '../documents/kinds.js';
import { BadRequestError } from '../foundation/errors.js';
import type { Registry } from '../http/registry.js';

interface TitledRecord {
  id: string;
  title?: string;
  name?: string;
}

const field = (position: number, name: string, description: string, byDefault: string): ConfigField =>
  configField('text', name, description, byDefault, { mandatory: true, position });
const dropdown = (position: number, name: string, description: string, values: Record<string, string>): ConfigField =>
  configField('dropdown', name, description, '', { mandatory: true, position, values });

function typesWith(tables: Record<string, string>, pipelines: Record<string, string>): ConfigurableType[] {
  const type = (name: string, human_name: string, requested_configuration: ConfigFields): ConfigurableType => ({
    type: name,
    name: human_name,
    human_name,
    link_to_docs: '',
    requested_configuration,
  });
  return [
    type('org.graylog2.decorators.SyslogSeverityMapperDecorator', 'Syslog Severity Mapper', {
      source_field: field(0, 'Source field', 'The field that holds the severity as a number', 'level'),
      target_field: field(1, 'Target field', 'The field that takes the name of the severity', 'severity'),
    }),
    type('org.graylog2.decorators.FormatStringDecorator', 'Format String', {
      format_string: field(0, 'Format string', 'Text with ${field} for the value of a field', '${source} - ${message}'),
      require_all_fields: configField(
        'boolean',
        'Require all fields',
        'Leave messages alone that lack one of the fields',
        false,
        { position: 1 },
      ),
      target_field: field(2, 'Target field', 'The field that takes the text', 'message'),
    }),
    type('org.graylog2.decorators.LookupTableDecorator', 'Lookup Table', {
      source_field: field(0, 'Source field', 'Field whose value is looked up', ''),
      target_field: field(1, 'Target field', 'The field that takes what was found', ''),
      lookup_table_name: dropdown(2, 'Lookup table', 'The table that is asked', tables),
    }),
    type('org.graylog2.decorators.LinkFieldDecorator', 'Hyperlink String', {
      link_field: field(0, 'Link field', 'The field that holds an address', 'message'),
    }),
    type('org.graylog.plugins.pipelineprocessor.PipelineProcessorMessageDecorator', 'Pipeline Processor Decorator', {
      pipeline: dropdown(0, 'Pipeline', 'The pipeline that every message runs through', pipelines),
    }),
  ];
}

/**
 * Checks the configuration of a decorator and returns its values.
 * @throws BadRequestError that names the first problem
 */
function checkedConfig({ requested_configuration: fields }: ConfigurableType, given: ConfigValues) {
  const { values, undeclared } = coercedValues(fields, given);
  if (undeclared !== undefined) throw new BadRequestError(`The decorator has no field ${JSON.stringify(undeclared)}.`);
  const [missing] = missingFields(fields, values);
  const problem = missing === undefined ? configProblem(fields, values) : `"${missing}" is mandatory`;
  if (problem !== undefined) throw new BadRequestError(`Missing or invalid configuration: ${problem}.`);
  return values;
}

export function registerDecorators(registry: Registry, { documents }: Needs<'documents'>, entities: Entities): void {
  const decorators = new StoredEntities<StoredDecorator>(documents, entities, {
    type: 'decorator',
    missing: (id) => `Couldn't find decorator with ID <${id}>`,
  });

  const types = () => {
    const options = (type: 'lookup_table' | 'pipeline', key: 'id' | 'name') =>
      Object.fromEntries(
        entityCollection<TitledRecord>(documents, type)
          .all()
          .map((entity) => [entity[key] ?? entity.id, entity.title ?? entity.id]),
      );
    return typesWith(options('lookup_table', 'name'), options('pipeline', 'id'));
  };

  function require(caller: Caller, permission: string, stream: string | null | undefined): void {
    const wanted = [permission, ...(stream ? [permissionOn('streams:edit', stream)] : [])];
    authorize(caller, ...wanted);
  }

  function checked(id: string, { type, config, order, stream }: Decorator): StoredDecorator {
    const known = types().find((candidate) => candidate.type === type);
    if (!known) throw new BadRequestError(`Unknown decorator type ${type}`);
    return { id, type, config: checkedConfig(known, config), order: order ?? 0, stream: stream ?? null };
  }

  // The settings of a decorator name fields of messages, so only readers of its stream get the decorator.
  registry.serve(endpoints.listDecorators, {}, ({ user }) =>
    decorators
      .all()
      .filter(({ stream }) => stream === null || can(user, permissionOn('streams:read', stream)))
      .sort((a, b) => a.order - b.order || a.id.localeCompare(b.id)),
  );
  registry.serve(endpoints.decoratorTypes, {}, () => Object.fromEntries(types().map((type) => [type.type, type])));
  registry.serve(endpoints.createDecorator, { body: Decorator }, ({ body, user }) => {
    require(user, 'decorators:create', body.stream);
    return decorators.create(checked(newEntityId(), body), user);
  });
  registry.serve(endpoints.updateDecorator, { body: Decorator }, ({ params: { decoratorId: id }, body, user }) => {
    require(user, 'decorators:create', undefined);
    require(user, 'decorators:create', decorators.get(id).stream);
    // Moving a decorator to another stream also needs the permission to edit that stream.
    require(user, 'decorators:create', body.stream);
    const changed = checked(id, body);
    return decorators.update(id, () => changed, user);
  });
  registry.serve(endpoints.deleteDecorator, {}, async ({ params: { decoratorId: id }, user }) => {
    require(user, 'decorators:edit', undefined);
    require(user, 'decorators:edit', decorators.get(id).stream);
    await decorators.remove(id, user);
    return undefined;
  });
}
