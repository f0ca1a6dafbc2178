/** Builds the commands that connect an agent with this server. */

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export interface InstallLines {
  readonly linux: string;
  readonly windows: string;
  readonly opamp: string;
}

/**
 * Returns the commands that install a sidecar on Linux and Windows, and the configuration of an OpAMP agent.
 *
 * @param serverUrl address of the API, such as `https://logs.example.org/api`
 */
export function installLines(serverUrl: string, token: string): InstallLines {
  const settings = [
    `server_url: "${serverUrl}/"`,
    `server_api_token: "${token}"`,
    'node_id: "file:/etc/graylog/sidecar/node-id"',
    'update_interval: 10',
    'send_status: true',
  ];
  const file = '/etc/graylog/sidecar/sidecar.yml';
  return {
    linux: `printf '%s\\n' ${settings.map(quoted).join(' ')} | sudo tee ${file} && sudo graylog-sidecar -service install && sudo graylog-sidecar -service start`,
    windows: `graylog_sidecar_installer.exe /S -SERVERURL=${serverUrl} -APITOKEN=${token}`,
    opamp: [
      'extensions:',
      '  opamp:',
      '    server:',
      '      http:',
      `        endpoint: ${serverUrl.replace(/\/api$/, '')}/v1/opamp`,
      '        headers:',
      `          Authorization: Bearer ${token}`,
      'service:',
      '  extensions: [opamp]',
      '',
    ].join('\n'),
  };
}
