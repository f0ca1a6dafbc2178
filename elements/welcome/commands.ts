/**
 * Builds shell commands that send one message to a running input, with its actual port. Commands exist for GELF over
 * HTTP, syslog over UDP, and syslog over TCP without TLS. The functions are pure.
 */
import type { InputStateSummary } from '../../api/contract/inputs.js';

export interface SendCommand {
  readonly id: string;
  /** Name of the input. */
  readonly name: string;
  readonly text: string;
}

/** @param here host of the page, for inputs that listen on all addresses */
export function sendCommands(states: readonly InputStateSummary[], here: string): readonly SendCommand[] {
  return states.flatMap(({ id, state, listening, message_input: input }): SendCommand[] => {
    if (state !== 'RUNNING') return [];
    const { attributes, type, title } = input;
    const port = listening?.port ?? attributes['port'];
    const bound = listening?.address ?? attributes['bind_address'];
    if (typeof port !== 'number') return [];
    const everywhere = typeof bound !== 'string' || /^(0\.0\.0\.0|::|\[::\]|)$/.test(bound);
    const host = everywhere ? here : bound;
    const text = commandOf(type, host, port, attributes['tls_enable'] === true);
    return text === undefined ? [] : [{ id, name: title, text }];
  });
}

function commandOf(inputType: string, host: string, port: number, tls: boolean): string | undefined {
  const inUrl = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  if (/\.GELFHttpInput$/.test(inputType)) {
    const message = '{"version":"1.1","host":"my-host","short_message":"Hello from curl","level":6}';
    return `curl -H 'Content-Type: application/json' -d '${message}' ${tls ? 'https' : 'http'}://${inUrl}:${port}/gelf`;
  }
  if (/\.SyslogUDPInput$/.test(inputType)) {
    return `logger --rfc5424 --udp --server ${host} --port ${port} "Hello from logger"`;
  }
  if (/\.SyslogTCPInput$/.test(inputType) && !tls) {
    return `logger --rfc5424 --tcp --server ${host} --port ${port} "Hello from logger"`;
  }
  return undefined;
}
