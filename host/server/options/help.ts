/** Builds the text of `--help`: the commands, and every option with its environment variable, default and meaning. */

interface OptionHelp {
  /** Option as written on the command line; absent: only the environment variable sets the value. */
  readonly option?: string;
  readonly variable?: string;
  readonly default?: string;
  readonly about: string;
}

const options: readonly OptionHelp[] = [
  { option: '--host HOST', variable: 'LOG_CONSOLE_HOST', default: '127.0.0.1', about: 'address to listen on' },
  { option: '--port PORT', variable: 'LOG_CONSOLE_PORT', default: '9000', about: 'port to listen on; 0 takes any' },
  {
    option: '--data DIR',
    variable: 'LOG_CONSOLE_DATA',
    default: 'data',
    about: 'where messages and documents are kept',
  },
  {
    option: '--database-memory MIB',
    variable: 'LOG_CONSOLE_DATABASE_MEMORY',
    about: 'memory of the database in MiB, instead of a quarter of what the machine or the container has',
  },
  { option: '--server URL', variable: 'LOG_CONSOLE_SERVER', about: 'use a reference server, not the embedded one' },
  { option: '--base-path /PATH', variable: 'LOG_CONSOLE_BASE_PATH', default: '/', about: 'serve below a path' },
  {
    option: '--embed-origins A,B',
    variable: 'LOG_CONSOLE_EMBED_ORIGINS',
    about: 'origins whose pages may call the API with a token',
  },
  {
    option: '--trust-proxy A,B',
    variable: 'LOG_CONSOLE_TRUST_PROXY',
    about: 'proxies (addresses, networks, loopback) whose X-Forwarded-For is believed',
  },
  {
    option: '--metrics-networks A,B',
    variable: 'LOG_CONSOLE_METRICS_NETWORKS',
    about:
      'monitoring machines (addresses, networks, loopback) that read /metrics and the reasons in /health without a token',
  },
  {
    option: '--tls-cert FILE',
    variable: 'LOG_CONSOLE_TLS_CERT',
    about: 'certificate (PEM, with its chain) by which HTTPS is spoken; read again when the file changes',
  },
  {
    option: '--tls-key FILE',
    variable: 'LOG_CONSOLE_TLS_KEY',
    about: 'key of the certificate (PEM, without a password)',
  },
  { option: '--examples', about: 'show pages with embedded elements at /examples/, for developers' },
  {
    option: '--provision DIR',
    variable: 'LOG_CONSOLE_PROVISION',
    about: 'folder of YAML or JSON files, one object each, applied at the start and on change',
  },
  { option: '--no-inputs', about: 'launch no inputs on the first start' },
  { option: '--follow FILE …', about: "read and follow files, directories, or patterns such as '/var/log/*.log'" },
  {
    option: '--message-begins PATTERN',
    about: 'beginning of a message in followed files; other lines continue the message before',
  },
  { option: '--no-recognise', about: 'read followed files line by line: each line is one message' },
  {
    option: '--file-roots DIR,DIR',
    variable: 'LOG_CONSOLE_FILE_ROOTS',
    about: 'directories whose files inputs and data adapters may read',
  },
  {
    option: '--smtp-server URL',
    variable: 'LOG_CONSOLE_SMTP_SERVER',
    about:
      'mail server, such as smtp://user@mail.example.org:587; smtps:// for TLS from the beginning, ?tls=off for none',
  },
  { option: '--smtp-sender ADDRESS', variable: 'LOG_CONSOLE_SMTP_SENDER', about: 'address that e-mail comes from' },
  {
    option: '--plugin PATH',
    variable: 'LOG_CONSOLE_PLUGINS',
    about:
      'a plug-in of the console, may be given more than once: a module (NAME.js) or a directory with plugin.js; it runs with the session of the signed-in user (the variable: paths, separated by commas)',
  },
  { option: '--help', about: 'say this and end' },
  { option: '--version', about: 'say the version and end' },
  {
    variable: 'LOG_CONSOLE_ADMIN_PASSWORD',
    default: 'generated',
    about: 'password of admin, read on the first start only',
  },
  { variable: 'LOG_CONSOLE_SMTP_PASSWORD', about: 'password for the mail server' },
  { variable: 'LOG_CONSOLE_LOG_LEVEL', default: 'info', about: 'debug, info, warn or error' },
];

const commands: readonly (readonly [line: string, about: string])[] = [
  [
    'backup DIR [--data DIR] [--keep N]',
    'copy the data directory as it is at one moment, of a server that runs or not, into a new directory below DIR, of which the last N (default: 3) stay; what has not changed is linked to the backup before',
  ],
  [
    'restore DIR [--data DIR]',
    'check a backup, or the newest one below DIR, and make a data directory of it, which must be empty',
  ],
  [
    'import URL [--here URL] [--dry-run]',
    'copy the configuration of another server, but no messages, to the one that runs here (default: http://127.0.0.1:9000); LOG_CONSOLE_REMOTE_TOKEN and LOG_CONSOLE_TOKEN hold access tokens of administrators for the two',
  ],
  ['export --to URL [--here URL] [--dry-run]', 'the same the other way'],
  ['plan DIR [--here URL]', 'show what the provisioning folder DIR would change on the server at URL'],
  [
    'reset-password NAME [--data DIR]',
    'give a local account another password, while the server is stopped; LOG_CONSOLE_NEW_PASSWORD may hold it, else one is made up and printed once',
  ],
  ['export --all DIR [--here URL]', 'write everything that can be provisioned into DIR, in the layout of --provision'],
];

/** Lists commands and options on one line, for a user who has typed an unknown command or option. */
export const usage = `Commands: ${[...new Set(commands.map(([line]) => line.split(' ')[0]))].join(' ')}. Options: ${options.flatMap(({ option }) => option ?? []).join(' ')}`;

export const helpText = [
  'Usage: log-console [options]',
  ...commands.map(([line]) => `       log-console ${line}`),
  '',
  ...commands.flatMap(([line, about]) => [line, `    ${about}`]),
  '',
  ...options.flatMap(({ option, variable, default: otherwise, about }) => [
    [option, variable].filter((name) => name !== undefined).join(', '),
    `    ${about}${otherwise === undefined ? '' : ` (default: ${otherwise})`}`,
  ]),
].join('\n');
