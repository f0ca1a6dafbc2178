/**
 * Names of configuration classes, and the defaults for searches. Pages that need only some of them import this file,
 * because `configClasses` would load the descriptions of all classes.
 */
import type { SearchesConfig } from './cluster-config.schema.js';

export const searchesConfigClass = 'org.graylog2.indexer.searches.SearchesClusterConfig';
export const sharingConfigClass = 'org.graylog2.users.UserAndTeamsConfig';
export const userConfigClass = 'org.graylog2.users.UserConfiguration';
export const indexSetDefaultsClass = 'org.graylog2.configuration.IndexSetsDefaultConfiguration';
export const eventsConfigClass = 'org.graylog.events.configuration.EventsConfiguration';
/** Configuration class of announcements, which only the embedded server has. */
export const publicNotificationsClass = 'log-console.PublicNotifications';
export const allowListClass = 'org.graylog2.system.urlwhitelist.UrlWhitelist';

/**
 * Values that apply until an administrator saves others (contract search K1). The console offers the options in the
 * order of this list.
 */
export const searchesDefaults: SearchesConfig = {
  query_time_range_limit: 'PT0S',
  relative_timerange_options: {
    PT5M: '5 minutes',
    PT15M: '15 minutes',
    PT30M: '30 minutes',
    PT1H: '1 hour',
    PT2H: '2 hours',
    PT8H: '8 hours',
    P1D: '1 day',
    P2D: '2 days',
    P5D: '5 days',
    P7D: '7 days',
    P14D: '14 days',
    P30D: '30 days',
    PT0S: 'all messages',
  },
  surrounding_timerange_options: {
    PT1S: '1 second',
    PT5S: '5 seconds',
    PT10S: '10 seconds',
    PT30S: '30 seconds',
    PT1M: '1 minute',
    PT5M: '5 minutes',
  },
  surrounding_filter_fields: ['source', 'gl2_source_input', 'file', 'source_file'],
  analysis_disabled_fields: ['message', 'full_message'],
  auto_refresh_timerange_options: {
    PT1S: '1 second',
    PT2S: '2 seconds',
    PT5S: '5 seconds',
    PT10S: '10 seconds',
    PT30S: '30 seconds',
    PT1M: '1 minute',
    PT5M: '5 minutes',
  },
  default_auto_refresh_option: 'PT5S',
};
