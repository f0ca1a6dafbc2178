/**
 * Routes of the stored configurations by class, of the message processors, of the public notifications, and of the URL
 * whitelist.
 */
import { configClasses, messageProcessors } from '../../../api/contract/cluster-config-classes.js';
import { allowListClass } from '../../../api/contract/cluster-config-names.js';
import * as endpoints from '../../../api/contract/cluster-config.js';
import {
  ClusterConfigBody,
  MessageProcessorsConfig,
  UrlAllowList,
  UrlCheckBody,
  UrlRegexBody,
} from '../../../api/contract/cluster-config.schema.js';
import { publicNotifications } from '../../../api/contract/public-notifications.js';
import * as urlAllowList from '../../../api/contract/url-allow-list.js';
import { authorize } from '../auth/caller.js';
import type { Needs } from '../context.js';
import type { Registry } from '../http/registry.js';
import { isUrlAllowed, patternOfTemplate } from '../outgoing/url-allow-list.js';

export function registerClusterConfig(registry: Registry, { config, lookup }: Needs<'config' | 'lookup'>): void {
  registry.serve(endpoints.listClusterConfigs, {}, () => {
    const classes = config.classes();
    return { total: classes.length, classes };
  });
  registry.serve(endpoints.getClusterConfig, {}, ({ params: { className }, user, raw }) => {
    authorize(user, ...config.permissions(className, 'read'));
    const requested = raw.headers.accept?.includes('application/schema+json') ?? false;
    return requested ? config.schema(className) : config.shown(className);
  });
  registry.serve(
    endpoints.saveClusterConfig,
    { body: ClusterConfigBody },
    async ({ params: { className }, body, user }) => {
      authorize(user, 'clusterconfigentry:create', 'clusterconfigentry:edit');
      authorize(user, ...config.permissions(className, 'edit'));
      const stored = await config.put(className, body);
      // The change may have enabled a threat-intelligence source, whose data must then be loaded.
      if (className === configClasses.threatIntel.name) lookup.refreshAll();
      return stored;
    },
  );
  registry.serve(endpoints.deleteClusterConfig, {}, async ({ params: { className }, user }) => {
    authorize(user, ...config.permissions(className, 'edit'));
    await config.delete(className);
    return undefined;
  });

  const processors = (): MessageProcessorsConfig => ({
    processor_order: config.processorOrder(),
    disabled_processors: [...config.get('messageProcessors').disabled_processors],
  });
  registry.serve(endpoints.getMessageProcessors, {}, processors);
  registry.serve(endpoints.saveMessageProcessors, { body: MessageProcessorsConfig }, async ({ body }) => {
    const known = new Set<string>(messageProcessors.map(({ class_name }) => class_name));
    await config.put(configClasses.messageProcessors.name, {
      processor_order: body.processor_order.map(({ class_name }) => class_name).filter((name) => known.has(name)),
      disabled_processors: body.disabled_processors.filter((name) => known.has(name)),
    });
    return processors();
  });

  registry.serve(publicNotifications, {}, () => ({
    notifications: config.get('publicNotifications').notifications.filter(({ isActive }) => isActive),
  }));

  registry.serve(urlAllowList.getUrlAllowList, {}, () => config.get('allowList'));
  registry.serve(urlAllowList.saveUrlAllowList, { body: UrlAllowList }, async ({ body }) => {
    await config.put(allowListClass, { ...body });
    return undefined;
  });
  registry.serve(urlAllowList.checkUrl, { body: UrlCheckBody }, async ({ body: { url } }) => ({
    url,
    is_whitelisted: await isUrlAllowed(config.get('allowList'), url),
  }));
  registry.serve(urlAllowList.generateUrlRegex, { body: UrlRegexBody }, ({ body: { url_template, placeholder } }) => ({
    regex: patternOfTemplate(url_template, placeholder ?? undefined),
  }));
}
