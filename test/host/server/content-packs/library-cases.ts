/** Lines in the formats of real systems (addresses of RFC 5737), and the expected results of the starter packs. */
import { jsonFrame, LumberjackClient, windowFrame } from '../intake/lumberjack-client.js';

interface LibraryCase {
  readonly line: string;
  /** Query that finds the message. */
  readonly find: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface PackCases {
  readonly cases: readonly LibraryCase[];
  /** Sends the lines to the port; absent: the lines are sent by UDP. */
  readonly send?: (port: number, lines: readonly string[]) => Promise<void>;
}

async function sendBeats(port: number, lines: readonly string[]): Promise<void> {
  const client = await LumberjackClient.open(port);
  client.socket.write(Buffer.concat([windowFrame(lines.length), ...lines.map((line, at) => jsonFrame(at + 1, line))]));
  await client.acknowledged(lines.length);
  client.socket.destroy();
}

async function sendOtlp(port: number, lines: readonly string[]): Promise<void> {
  for (const body of lines) {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/v1/logs`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(await response.text());
  }
}

const otlp = (resource: Readonly<Record<string, string>>, record: object): string => {
  const attributes = Object.entries(resource).map(([key, stringValue]) => ({ key, value: { stringValue } }));
  return JSON.stringify({ resourceLogs: [{ resource: { attributes }, scopeLogs: [{ logRecords: [record] }] }] });
};

export const libraryCases: Readonly<Record<string, PackCases>> = {
  'Linux syslog': {
    cases: [
      {
        line: '<85>Nov 26 10:00:01 web-1 sudo[811]:     anna : TTY=pts/0 ; PWD=/home/anna ; USER=root ; COMMAND=/usr/bin/apt update',
        find: 'sudo_user:anna',
        fields: { sudo_as: 'root', sudo_command: '/usr/bin/apt update', application_name: 'sudo', source: 'web-1' },
      },
      {
        line: '<78>Nov 26 10:00:01 web-1 CRON[4711]: (root) CMD (test -x /usr/sbin/anacron || run-parts /etc/cron.daily)',
        find: 'cron_user:root',
        fields: { cron_command: 'test -x /usr/sbin/anacron || run-parts /etc/cron.daily' },
      },
      {
        line: '<3>Nov 26 10:00:02 web-1 kernel: [12345.678] Out of memory: Killed process 2214 (java) total-vm:8123456kB, anon-rss:4012345kB',
        find: 'oom_process:java',
        fields: { oom_process_id: 2214, level: 3 },
      },
      {
        line: '<29>Nov 26 10:00:03 web-1 systemd[1]: nginx.service: Main process exited, code=exited, status=1/FAILURE',
        find: 'systemd_code:exited',
        fields: { systemd_unit: 'nginx.service', systemd_status: '1/FAILURE' },
      },
    ],
  },
  OpenSSH: {
    cases: [
      {
        line: '<86>Nov 26 10:00:00 gate sshd[2101]: Failed password for invalid user oracle from 203.0.113.9 port 51022 ssh2',
        find: 'ssh_user:oracle AND ssh_method:password',
        fields: { ssh_source_ip: '203.0.113.9', ssh_source_port: 51022, ssh_protocol: 'ssh2' },
      },
      {
        line: '<86>Nov 26 10:00:01 gate sshd[2102]: Accepted publickey for root from 198.51.100.7 port 40112 ssh2: ED25519 SHA256:Zm9v',
        find: 'ssh_user:root',
        fields: { ssh_method: 'publickey', ssh_key: 'ED25519 SHA256:Zm9v' },
      },
      {
        line: '<86>Nov 26 10:00:02 gate sshd-session[2103]: Invalid user admin from 203.0.113.10 port 4022',
        find: 'ssh_user:admin',
        fields: { ssh_source_ip: '203.0.113.10' },
      },
      {
        line: '<86>Nov 26 10:00:03 gate sshd[2104]: Connection closed by authenticating user git 203.0.113.11 port 4023 [preauth]',
        find: 'ssh_user:git',
        fields: { ssh_source_ip: '203.0.113.11' },
      },
    ],
  },
  'nginx and Apache': {
    cases: [
      {
        line: '<190>Nov 26 10:00:00 web-1 nginx: 203.0.113.5 - - [26/Nov/2026:10:00:00 +0000] "GET /shop?id=7 HTTP/1.1" 200 5316 "https://example.org/" "Mozilla/5.0 (X11; Linux x86_64)"',
        find: 'http_status:200',
        fields: {
          http_path: '/shop?id=7',
          http_method: 'GET',
          http_bytes: 5316,
          http_client_ip: '203.0.113.5',
          http_user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
        },
      },
      {
        line: '<190>Nov 26 10:00:01 web-2 httpd: 2001:db8::5 - frank [26/Nov/2026:10:00:01 +0000] "POST /api HTTP/2.0" 503 -',
        find: 'http_status:503',
        fields: { http_user: 'frank', http_client_ip: '2001:db8::5', http_version: '2.0' },
      },
      {
        line: '<187>Nov 26 10:00:02 web-1 nginx: 2026/11/26 10:00:02 [error] 881#881: *17 connect() failed (111: Connection refused) while connecting to upstream, client: 203.0.113.5, server: shop, request: "GET /cart HTTP/1.1", upstream: "http://127.0.0.1:8080/cart", host: "example.org"',
        find: 'http_server:shop',
        fields: {
          http_error_level: 'error',
          http_path: '/cart',
          http_server: 'shop',
          http_error: 'connect() failed (111: Connection refused) while connecting to upstream',
        },
      },
      {
        line: '<187>Nov 26 10:00:03 web-2 httpd: [Thu Nov 26 10:00:03.123456 2026] [proxy:error] [pid 91:tid 140] [client 203.0.113.6:5000] AH00957: HTTP: attempt to connect failed',
        find: 'http_module:proxy',
        fields: {
          http_error_level: 'error',
          http_client_ip: '203.0.113.6',
          http_error: 'AH00957: HTTP: attempt to connect failed',
        },
      },
    ],
  },
  Docker: {
    cases: [
      {
        line: JSON.stringify({
          version: '1.1',
          host: 'node-1',
          short_message: 'listening on 8080',
          timestamp: 1_795_687_200.5,
          level: 6,
          _command: './shop',
          _container_id: '4f66ad9a0b2e',
          _container_name: 'shop',
          _image_id: 'sha256:1',
          _image_name: 'registry.example.org/team/shop:1.4.2',
          _tag: '4f66ad9a0b2e',
        }),
        find: 'container_name:shop',
        fields: { docker_tag: '1.4.2', source: 'node-1', level: 6 },
      },
    ],
  },
  Kubernetes: {
    send: sendOtlp,
    cases: [
      {
        line: otlp(
          {
            'k8s.namespace.name': 'shop',
            'k8s.pod.name': 'cart-7d9f',
            'k8s.container.name': 'cart',
            'k8s.node.name': 'node-2',
          },
          {
            timeUnixNano: '1795687200000000000',
            severityNumber: 17,
            severityText: 'ERROR',
            body: { stringValue: 'cannot reach the database' },
          },
        ),
        find: 'k8s_pod_name:"cart-7d9f"',
        fields: {
          k8s_namespace_name: 'shop',
          level: 3,
          k8s_container_name: 'cart',
          message: 'cannot reach the database',
        },
      },
      {
        line: otlp(
          { 'k8s.object.kind': 'Pod', 'k8s.object.name': 'cart-7d9f' },
          {
            timeUnixNano: '1795687201000000000',
            severityNumber: 13,
            body: { stringValue: 'Back-off restarting failed container' },
            attributes: [{ key: 'k8s.event.reason', value: { stringValue: 'BackOff' } }],
          },
        ),
        find: 'k8s_event_reason:BackOff',
        fields: { k8s_object_name: 'cart-7d9f' },
      },
    ],
  },
  Windows: {
    send: sendBeats,
    cases: [
      {
        line: JSON.stringify({
          '@timestamp': '2026-11-26T10:00:00.000Z',
          '@metadata': { beat: 'winlogbeat', type: '_doc', version: '8.15.0' },
          message: 'An account failed to log on.',
          log: { level: 'information' },
          event: { code: '4625', kind: 'event', provider: 'Microsoft-Windows-Security-Auditing', outcome: 'failure' },
          winlog: {
            event_id: '4625',
            channel: 'Security',
            provider_name: 'Microsoft-Windows-Security-Auditing',
            computer_name: 'dc-1.example.org',
            event_data: { TargetUserName: 'anna', IpAddress: '203.0.113.20', LogonType: '3' },
          },
          host: { name: 'dc-1' },
        }),
        find: 'winlogbeat_winlog_event_id:4625',
        fields: {
          winlogbeat_winlog_event_data_TargetUserName: 'anna',
          winlogbeat_winlog_event_data_IpAddress: '203.0.113.20',
          winlogbeat_winlog_channel: 'Security',
          winlogbeat_log_level: 'information',
        },
      },
    ],
  },
  'pfSense and OPNsense': {
    cases: [
      {
        line: '<134>Nov 26 10:00:00 fw filterlog[23456]: 5,,,1000000103,igb1,match,block,in,4,0x0,,54,12345,0,DF,6,tcp,60,203.0.113.30,198.51.100.2,51024,22,0,S,1234567890,,64240,,mss;sackOK;TS;nop;wscale',
        find: 'pf_destination_port:22',
        fields: {
          pf_action: 'block',
          pf_source_ip: '203.0.113.30',
          pf_interface: 'igb1',
          pf_protocol: 'tcp',
          pf_tracker: '1000000103',
          pf_length: 60,
        },
      },
      {
        line: '<134>Nov 26 10:00:01 fw filterlog[23456]: 90,,,fae559338f65e11c53669fc3642c93c2,vtnet0,match,pass,out,6,0x00,0x00000,64,udp,17,60,2001:db8::1,2001:db8::53,50000,53,52',
        find: 'pf_destination_port:53',
        fields: { pf_action: 'pass', pf_protocol: 'udp', pf_destination_ip: '2001:db8::53' },
      },
      {
        line: '<134>Nov 26 10:00:02 fw filterlog[23456]: 7,,,1000000107,igb0,match,block,in,4,0x0,,1,0,0,none,1,icmp,84,203.0.113.31,198.51.100.3,request,7,1',
        find: 'pf_protocol:icmp',
        fields: { pf_source_ip: '203.0.113.31' },
      },
    ],
  },
  'Cisco ASA and IOS': {
    cases: [
      {
        line: '<164>Nov 26 2026 10:00:00 asa-1 : %ASA-4-106023: Deny tcp src outside:203.0.113.40/4021 dst inside:192.0.2.10/3389 by access-group "outside_in" [0x0, 0x0]',
        find: 'cisco_mnemonic:106023',
        fields: {
          cisco_source_ip: '203.0.113.40',
          cisco_destination_port: 3389,
          cisco_access_list: 'outside_in',
          cisco_severity: 4,
        },
      },
      {
        line: '<166>Nov 26 2026 10:00:01 asa-1 : %ASA-6-302014: Teardown TCP connection 12345 for outside:203.0.113.41/443 to inside:192.0.2.11/50123 duration 0:00:30 bytes 5120 TCP FINs',
        find: 'cisco_mnemonic:302014',
        fields: { cisco_bytes: 5120, cisco_destination_ip: '192.0.2.11' },
      },
      {
        line: '<190>45: sw-1: Nov 26 10:00:02.123: %SEC-6-IPACCESSLOGP: list 101 denied tcp 203.0.113.42(1024) -> 192.0.2.12(22), 1 packet',
        find: 'cisco_mnemonic:IPACCESSLOGP',
        fields: { cisco_action: 'denied', cisco_source_ip: '203.0.113.42', cisco_destination_port: 22 },
      },
      {
        line: '<189>46: sw-1: Nov 26 10:00:03.123: %LINEPROTO-5-UPDOWN: Line protocol on Interface GigabitEthernet0/1, changed state to down',
        find: 'cisco_mnemonic:UPDOWN',
        fields: { cisco_interface: 'GigabitEthernet0/1', cisco_state: 'down' },
      },
    ],
  },
  FortiGate: {
    cases: [
      {
        line: '<189>date=2026-11-26 time=10:00:00 devname="FGT-1" devid="FGT60E1" logid="0000000013" type="traffic" subtype="forward" level="notice" vd="root" srcip=203.0.113.50 srcport=50000 srcintf="wan1" dstip=192.0.2.20 dstport=445 dstintf="internal" proto=6 action="deny" policyid=0 service="SMB" sentbyte=0 rcvdbyte=0 dstcountry="Reserved"',
        find: 'srcip:"203.0.113.50"',
        fields: { devname: 'FGT-1', action: 'deny', dstport: '445', type: 'traffic' },
      },
    ],
  },
};
