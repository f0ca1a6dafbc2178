/** Decorators that are set for streams, and the types there are (contract search D1–D7). */
import * as endpoints from '../../../api/contract/decorators.js';
import type { ConfigField, ConfigurableType, StoredDecorator } from '../../../api/contract/decorators.js';
import { Decorator } from '../../../api/contract/searches.schema.js';
import { newEntityId } from '../auth/ids.js';
import { authorize, can, permissionOn, type Caller } from '../auth/caller.js';
import type { ServerContext } from '../context.js';
import { entityCollection } from '../entities/kinds.js';
import { BadRequestError, NotFoundError } from '../errors.js';
import type { Registry } from '../registry.js';

interface TitledRecord {
  id: string;
  title?: string;
  name?: string;
}

function textField(
  position: number,
  human_name: string,
  description: string,
  default_value: string,
  is_optional = false,
): ConfigField {
  return {
    type: 'text',
    human_name,
    description,
    is_optional,
    is_encrypted: false,
    default_value,
    position,
    attributes: [],
    additional_info: {},
  };
}

function dropdown(
  position: number,
  human_name: string,
  description: string,
  values: Record<string, string>,
): ConfigField {
  return { ...textField(position, human_name, description, ''), type: 'dropdown', additional_info: { values } };
}

function typesWith(tables: Record<string, string>, pipelines: Record<string, string>): ConfigurableType[] {
  const type = (name: string, human_name: string, requested_configuration: Record<string, ConfigField>) => ({
    type: name,
    name: human_name,
    human_name,
    link_to_docs: '',
    requested_configuration,
  });
  return [
    type('org.graylog2.decorators.SyslogSeverityMapperDecorator', 'Syslog Severity Mapper', {
      source_field: textField(0, 'Source field', 'The field that holds the severity as a number', 'level'),
      target_field: textField(1, 'Target field', 'The field that takes the name of the severity', 'severity'),
    }),
    type('org.graylog2.decorators.FormatStringDecorator', 'Format String', {
      format_string: textField(
        0,
        'Format string',
        'Text with ${field} for the value of a field',
        '${source} - ${message}',
      ),
      require_all_fields: {
        ...textField(1, 'Require all fields', 'Leave messages alone that lack one of the fields', '', true),
        type: 'boolean',
        default_value: false,
      },
      target_field: textField(2, 'Target field', 'The field that takes the text', 'message'),
    }),
    type('org.graylog2.decorators.LookupTableDecorator', 'Lookup Table', {
      source_field: textField(0, 'Source field', 'The field whose value is looked up', ''),
      target_field: textField(1, 'Target field', 'The field that takes what was found', ''),
      lookup_table_name: dropdown(2, 'Lookup table', 'The table that is asked', tables),
    }),
    type('org.graylog2.decorators.LinkFieldDecorator', 'Hyperlink String', {
      link_field: textField(0, 'Link field', 'The field that holds an address', 'message'),
    }),
    type('org.graylog.plugins.pipelineprocessor.PipelineProcessorMessageDecorator', 'Pipeline Processor Decorator', {
      pipeline: dropdown(0, 'Pipeline', 'The pipeline that every message runs through', pipelines),
    }),
  ];
}

export function registerDecorators(registry: Registry, { documents }: ServerContext): void {
  const decorators = entityCollection<StoredDecorator>(documents, 'decorator');

  const types = () => {
    const options = (type: 'lookup_table' | 'pipeline', key: 'id' | 'name') =>
      Object.fromEntries(
        entityCollection<TitledRecord>(documents, type)
          .all()
          .map((entity) => [entity[key] ?? entity.id, entity.title ?? entity.id]),
      );
    return typesWith(options('lookup_table', 'name'), options('pipeline', 'id'));
  };

  function find(id: string): StoredDecorator {
    const decorator = decorators.get(id);
    if (!decorator) throw new NotFoundError(`Couldn't find decorator with ID <${id}>`);
    return decorator;
  }

  function require(caller: Caller, permission: string, stream: string | null | undefined): void {
    const wanted = [permission, ...(stream ? [permissionOn('streams:edit', stream)] : [])];
    authorize(caller, ...wanted);
  }

  async function store(id: string, { type, config, order, stream }: Decorator): Promise<StoredDecorator> {
    if (!types().some((known) => known.type === type)) throw new BadRequestError(`Unknown decorator type ${type}`);
    const decorator = { id, type, config, order: order ?? 0, stream: stream ?? null };
    await decorators.put(decorator);
    return decorator;
  }

  // Their settings name fields, so those of a stream are for its readers.
  registry.serve(endpoints.listDecorators, {}, ({ user }) =>
    decorators
      .all()
      .filter(({ stream }) => stream === null || can(user, permissionOn('streams:read', stream)))
      .sort((a, b) => a.order - b.order || a.id.localeCompare(b.id)),
  );
  registry.serve(endpoints.decoratorTypes, {}, () => Object.fromEntries(types().map((type) => [type.type, type])));
  registry.serve(endpoints.createDecorator, { body: Decorator }, ({ body, user }) => {
    require(user, 'decorators:create', body.stream);
    return store(newEntityId(), body);
  });
  registry.serve(endpoints.updateDecorator, { body: Decorator }, ({ params, body, user }) => {
    require(user, 'decorators:create', undefined);
    const known = find(params.decoratorId);
    require(user, 'decorators:create', known.stream);
    // Nor may it be moved to a stream that the caller may not edit.
    require(user, 'decorators:create', body.stream);
    return store(known.id, body);
  });
  registry.serve(endpoints.deleteDecorator, {}, async ({ params, user }) => {
    require(user, 'decorators:edit', undefined);
    const known = find(params.decoratorId);
    require(user, 'decorators:edit', known.stream);
    await decorators.delete(known.id);
    return undefined;
  });
}
