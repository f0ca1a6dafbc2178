/**
 * Defines the grok patterns that are stored on the first start (contract data-intake, default_grok_pattern_names). A
 * linear-time engine can run them: they use word boundaries and the order of alternatives instead of look-around and
 * atomic groups.
 */
const monthNames =
  'Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?';
const octet = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const hex4 = '[0-9A-Fa-f]{1,4}';

/**
 * Matches IPv6 addresses: the full form, every position of `::`, and forms that end in a dotted IPv4 address (RFC 4291
 * §2.2); longer forms come first.
 */
const ipv6 = [
  `(?:${hex4}:){7}${hex4}`,
  `(?:${hex4}:){6}${octet}(?:\\.${octet}){3}`,
  ...[1, 2, 3, 4, 5, 6].map((left) => `(?:${hex4}:){1,${7 - left}}(?::${hex4}){${left}}`).reverse(),
  `::(?:[fF]{4}(?::0{1,4})?:)?${octet}(?:\\.${octet}){3}`,
  `(?:${hex4}:){1,4}:${octet}(?:\\.${octet}){3}`,
  `::(?:${hex4}:){0,6}${hex4}`,
  `(?:${hex4}:){1,7}:`,
  '::',
].join('|');

const texts: Readonly<Record<string, string>> = {
  USERNAME: '[a-zA-Z0-9._-]+',
  USER: '%{USERNAME}',
  EMAILLOCALPART: "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*",
  EMAILADDRESS: '%{EMAILLOCALPART}@%{HOSTNAME}',
  HTTPDUSER: '%{EMAILADDRESS}|%{USER}',
  INT: '[+-]?[0-9]+',
  BASE10NUM: '[+-]?(?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)',
  NUMBER: '%{BASE10NUM}',
  BASE16NUM: '[+-]?(?:0[xX])?[0-9A-Fa-f]+',
  BASE16FLOAT: '\\b[+-]?(?:0[xX])?(?:[0-9A-Fa-f]+(?:\\.[0-9A-Fa-f]*)?|\\.[0-9A-Fa-f]+)\\b',
  POSINT: '\\b[1-9][0-9]*\\b',
  NONNEGINT: '\\b[0-9]+\\b',
  WORD: '\\b\\w+\\b',
  NOTSPACE: '\\S+',
  SPACE: '\\s*',
  DATA: '.*?',
  GREEDYDATA: '.*',
  QUOTEDSTRING: '"(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\'|`(?:[^`\\\\]|\\\\.)*`',
  QS: '%{QUOTEDSTRING}',
  UUID: '[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}',
  CISCOMAC: '(?:[0-9A-Fa-f]{4}\\.){2}[0-9A-Fa-f]{4}',
  WINDOWSMAC: '(?:[0-9A-Fa-f]{2}-){5}[0-9A-Fa-f]{2}',
  COMMONMAC: '(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}',
  MAC: '%{CISCOMAC}|%{WINDOWSMAC}|%{COMMONMAC}',
  IPV6: `(?:${ipv6})(?:%[0-9A-Za-z._~-]+)?`,
  IPV4: `\\b${octet}(?:\\.${octet}){3}\\b`,
  IP: '%{IPV6}|%{IPV4}',
  HOSTNAME: '\\b[0-9A-Za-z](?:[0-9A-Za-z_-]{0,62})(?:\\.[0-9A-Za-z](?:[0-9A-Za-z_-]{0,62}))*\\.?',
  IPORHOST: '%{IP}|%{HOSTNAME}',
  HOSTPORT: '%{IPORHOST}:%{POSINT}',
  UNIXPATH: '(?:/[\\w%!$@:.,+~-]*)+',
  TTY: '/dev/(?:pts|tty(?:[pq])?)\\w*/?[0-9]*',
  WINPATH: '(?:[A-Za-z]+:|\\\\)(?:\\\\[^\\\\?*]*)+',
  PATH: '%{UNIXPATH}|%{WINPATH}',
  URIPROTO: '[A-Za-z][A-Za-z0-9+.-]*',
  URIHOST: '%{IPORHOST}(?::%{POSINT:port})?',
  URIPATH: "(?:/[A-Za-z0-9$.+!*'(){},~:;=@#%&_-]*)+",
  URIPARAM: "\\?[A-Za-z0-9$.+!*'|(){},~@#%&/=:;_?\\-\\[\\]<>]*",
  URIPATHPARAM: '%{URIPATH}(?:%{URIPARAM})?',
  URI: '%{URIPROTO}://(?:%{USER}(?::[^@\\s]*)?@)?(?:%{URIHOST})?(?:%{URIPATHPARAM})?',
  MONTH: `\\b(?:${monthNames})\\b`,
  MONTHNUM: '0?[1-9]|1[0-2]',
  MONTHNUM2: '0[1-9]|1[0-2]',
  MONTHDAY: '0[1-9]|[12][0-9]|3[01]|[1-9]',
  DAY: 'Mon(?:day)?|Tue(?:sday)?|Wed(?:nesday)?|Thu(?:rsday)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?',
  YEAR: '[0-9]{4}|[0-9]{2}',
  HOUR: '2[0-3]|[01]?[0-9]',
  MINUTE: '[0-5][0-9]',
  SECOND: '(?:[0-5]?[0-9]|60)(?:[:.,][0-9]+)?',
  TIME: '\\b%{HOUR}:%{MINUTE}(?::%{SECOND})?\\b',
  DATE_US: '%{MONTHNUM}[/-]%{MONTHDAY}[/-]%{YEAR}',
  DATE_EU: '%{MONTHDAY}[./-]%{MONTHNUM}[./-]%{YEAR}',
  ISO8601_TIMEZONE: 'Z|[+-]%{HOUR}(?::?%{MINUTE})?',
  ISO8601_SECOND: '%{SECOND}|60',
  TIMESTAMP_ISO8601: '%{YEAR}-%{MONTHNUM}-%{MONTHDAY}[T ]%{HOUR}:?%{MINUTE}(?::?%{SECOND})?(?:%{ISO8601_TIMEZONE})?',
  DATE: '%{DATE_US}|%{DATE_EU}',
  DATESTAMP: '%{DATE}[- ]%{TIME}',
  TZ: '[A-Z]{1,4}T|UTC|GMT',
  DATESTAMP_RFC822: '%{DAY} %{MONTH} %{MONTHDAY} %{YEAR} %{TIME} %{TZ}',
  DATESTAMP_RFC2822: '%{DAY}, %{MONTHDAY} %{MONTH} %{YEAR} %{TIME} %{ISO8601_TIMEZONE}',
  DATESTAMP_OTHER: '%{DAY} %{MONTH} %{MONTHDAY} %{TIME} %{TZ} %{YEAR}',
  DATESTAMP_EVENTLOG: '%{YEAR}%{MONTHNUM2}%{MONTHDAY}%{HOUR}%{MINUTE}%{SECOND}',
  HTTPDERROR_DATE: '%{DAY} %{MONTH} %{MONTHDAY} %{TIME} %{YEAR}',
  SYSLOGTIMESTAMP: '%{MONTH} +%{MONTHDAY} %{TIME}',
  PROG: '[\\x21-\\x5a\\x5c\\x5e-\\x7e]+',
  SYSLOGPROG: '%{PROG:program}(?:\\[%{POSINT:pid}\\])?',
  SYSLOGHOST: '%{IPORHOST}',
  SYSLOGFACILITY: '<%{NONNEGINT:facility}\\.%{NONNEGINT:priority}>',
  HTTPDATE: '%{MONTHDAY}/%{MONTH}/%{YEAR}:%{TIME} %{INT}',
  SYSLOGBASE: '%{SYSLOGTIMESTAMP:timestamp} (?:%{SYSLOGFACILITY} )?%{SYSLOGHOST:logsource} %{SYSLOGPROG}:',
  COMMONAPACHELOG:
    '%{IPORHOST:clientip} %{HTTPDUSER:ident} %{HTTPDUSER:auth} \\[%{HTTPDATE:timestamp}\\] "(?:%{WORD:verb} %{NOTSPACE:request}(?: HTTP/%{NUMBER:httpversion})?|%{DATA:rawrequest})" %{NUMBER:response} (?:%{NUMBER:bytes}|-)',
  COMBINEDAPACHELOG: '%{COMMONAPACHELOG} %{QS:referrer} %{QS:agent}',
  HTTPD20_ERRORLOG:
    '\\[%{HTTPDERROR_DATE:timestamp}\\] \\[%{LOGLEVEL:loglevel}\\] (?:\\[client %{IPORHOST:clientip}\\] )?%{GREEDYDATA:errormsg}',
  HTTPD24_ERRORLOG:
    '\\[%{HTTPDERROR_DATE:timestamp}\\] \\[%{WORD:module}:%{LOGLEVEL:loglevel}\\] \\[pid %{POSINT:pid}(?::tid %{NUMBER:tid})?\\](?: \\(%{POSINT:proxy_errorcode}\\)%{DATA:proxy_errormessage}:)?(?: \\[client %{IPORHOST:client}:%{POSINT:clientport}\\])? (?:%{WORD:errorcode}: )?%{GREEDYDATA:message}',
  HTTPD_ERRORLOG: '%{HTTPD20_ERRORLOG}|%{HTTPD24_ERRORLOG}',
  LOGLEVEL:
    '[Tt]race|TRACE|[Dd]ebug|DEBUG|[Nn]otice|NOTICE|[Ii]nfo(?:rmation)?|INFO(?:RMATION)?|[Ww]arn(?:ing)?|WARN(?:ING)?|[Ee]rr(?:or)?|ERR(?:OR)?|[Cc]rit(?:ical)?|CRIT(?:ICAL)?|[Ff]atal|FATAL|[Ss]evere|SEVERE|[Ee]merg(?:ency)?|EMERG(?:ENCY)?|[Aa]lert|ALERT',
};

/** Patterns by their names, sorted by name. */
export const defaultGrokPatterns: ReadonlyMap<string, string> = new Map(
  Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)),
);
