/** Stored configurations by class, message processors, the URL allow-list. */
import * as endpoints from '../../../api/contract/cluster-config.js';
import {
  ClusterConfigBody,
  MessageProcessorsConfig,
  UrlAllowList,
  allowListClass,
} from '../../../api/contract/cluster-config.schema.js';
import { authorize, can, permissionOn } from '../auth/caller.js';
import { messageProcessors, messageProcessorsClass, type ConfigValue } from '../cluster-config.js';
import type { ServerContext } from '../context.js';
import type { Registry } from '../registry.js';

const secrets = new Set(['secret_key', 'otx_api_key']);

/** As the contract shows secrets of inputs to those who may not edit them. */
const withoutSecrets = (value: ConfigValue): ConfigValue =>
  Object.fromEntries(
    Object.entries(value).map(([name, held]) => [name, secrets.has(name) && held ? '<password set>' : held]),
  );

export function registerClusterConfig(registry: Registry, { config }: ServerContext): void {
  registry.serve(endpoints.listClusterConfigs, {}, () => {
    const classes = config.classes();
    return { total: classes.length, classes };
  });
  registry.serve(endpoints.getClusterConfig, {}, ({ params, user }) => {
    const value = config.get(params.className);
    return value && !can(user, permissionOn('clusterconfigentry:edit', params.className))
      ? withoutSecrets(value)
      : value;
  });
  registry.serve(endpoints.saveClusterConfig, { body: ClusterConfigBody }, ({ params, body, user }) => {
    authorize(user, 'clusterconfigentry:create', 'clusterconfigentry:edit');
    return config.put(params.className, body);
  });
  registry.serve(endpoints.deleteClusterConfig, {}, async ({ params }) => {
    await config.delete(params.className);
    return undefined;
  });

  const processors = (): MessageProcessorsConfig => {
    const stored = config.get(messageProcessorsClass) ?? {};
    const order = (stored['processor_order'] ?? []) as string[];
    const known = messageProcessors.filter(({ class_name }) => order.includes(class_name));
    const missing = messageProcessors
      .filter(({ class_name }) => !order.includes(class_name))
      .sort((a, b) => a.class_name.toLowerCase().localeCompare(b.class_name.toLowerCase()));
    known.sort((a, b) => order.indexOf(a.class_name) - order.indexOf(b.class_name));
    return {
      processor_order: [...known, ...missing],
      disabled_processors: (stored['disabled_processors'] ?? []) as string[],
    };
  };
  registry.serve(endpoints.getMessageProcessors, {}, processors);
  registry.serve(endpoints.saveMessageProcessors, { body: MessageProcessorsConfig }, async ({ body }) => {
    const known = new Set(messageProcessors.map(({ class_name }) => class_name));
    await config.put(messageProcessorsClass, {
      processor_order: body.processor_order.map(({ class_name }) => class_name).filter((name) => known.has(name)),
      disabled_processors: body.disabled_processors.filter((name) => known.has(name)),
    });
    return processors();
  });

  registry.serve(endpoints.getUrlAllowList, {}, () => config.get(allowListClass) as UrlAllowList);
  registry.serve(endpoints.saveUrlAllowList, { body: UrlAllowList }, async ({ body }) => {
    await config.put(allowListClass, { ...body });
    return undefined;
  });
}
