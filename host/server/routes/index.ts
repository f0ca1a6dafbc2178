/** Everything that answers the API, one file per resource. */
import { Activity } from '../entities/activity.js';
import { Bookmarks } from '../entities/bookmarks.js';
import type { ServerContext } from '../context.js';
import type { Throughput } from '../metrics.js';
import { Registry } from '../registry.js';
import { registerClusterConfig } from './cluster-config.js';
import { registerDecorators } from './decorators.js';
import { registerInputs } from './inputs.js';
import { registerMetrics } from './metrics.js';
import { registerNotifications } from './notifications.js';
import { registerRoles } from './roles.js';
import { registerSessions } from './sessions.js';
import { registerStartPage } from './start-page.js';
import { registerStreamLists } from './stream-lists.js';
import { registerStreamRules } from './stream-rules.js';
import { registerStreams } from './streams.js';
import { registerSystem } from './system.js';
import { registerTokens } from './tokens.js';
import { registerUsers } from './users.js';
import { registerViewLists } from './view-lists.js';
import { registerViews } from './views.js';

export function registerRoutes(context: ServerContext, throughput: Throughput): Registry {
  const registry = new Registry();
  const activity = new Activity(context.documents);
  const bookmarks = new Bookmarks(context.documents);
  registerSessions(registry, context);
  registerSystem(registry, context, throughput);
  registerMetrics(registry, context);
  registerNotifications(registry, context);
  registerClusterConfig(registry, context);
  registerUsers(registry, context);
  registerTokens(registry, context);
  registerRoles(registry, context);
  registerViews(registry, context, activity, bookmarks);
  registerViewLists(registry, context, bookmarks);
  registerStartPage(registry, context, activity, bookmarks);
  registerDecorators(registry, context);
  registerInputs(registry, context);
  registerStreams(registry, context);
  registerStreamLists(registry, context);
  registerStreamRules(registry, context);
  return registry;
}
