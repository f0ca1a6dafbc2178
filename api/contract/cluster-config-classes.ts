/** Names of the stored configurations, as they stand in the path. Apart from the schemas, so that the client can load them. */
export const searchesConfigClass = 'org.graylog2.indexer.searches.SearchesClusterConfig';
export const sharingConfigClass = 'org.graylog2.users.UserAndTeamsConfig';
export const userConfigClass = 'org.graylog2.users.UserConfiguration';
export const allowListClass = 'org.graylog2.system.urlwhitelist.UrlWhitelist';
