/** Reads the host of a syslog line behind its date, in the forms that devices and relays write. */

/**
 * Matches a host name followed by further text; some devices write an IPv6 address, a name with `@` or `/`, or letters
 * of any language.
 */
const hostThen = /^((?:::(?=[\dA-Fa-f])|[\p{L}\p{N}_])[\p{L}\p{M}\p{N}_.\-:%@/’]{0,254}(?:\([\w.-]{1,60}\))?)[ \t]+/u;

/** Matches an address in brackets in the place of the host, with or without a port. */
const bracketed = /^\[([0-9A-Fa-f.:]{3,45})\](?::\d{1,5})? +/;
/** Matches the node name in NetApp's `[node:event:severity]:`, which stays in the text. */
const netappNode = /^\[([A-Za-z0-9][\w.-]{0,100}): ?[\w.-]{1,100}(?:: ?[\w.-]{1,100}){0,3}:[a-z]{1,20}\]:/;
/** Matches the prefix that AIX adds to a forwarded message. */
const forwarded = /^Message forwarded from ([A-Za-z0-9_][\w.\-:%]{0,254}): +/;
/**
 * Matches the host in `fw1: kernel: text` and `x440: <Info:AAA.authPass> text`. The first word is the host if a tag, or
 * the event of an Extreme switch, follows it.
 */
const hostColon =
  /^([A-Za-z0-9_][\w.-]{0,100}) ?: +(?=<[A-Z][a-z]{3}:[\w.-]{1,100}> |[^\s:[\]<>{}"'=]{1,60}(?:\[[^\s\]]{0,128}\])?: )/;
/**
 * Matches lines that begin with a program that writes a colon in its text, such as `kernel: eth0: link up`. The first
 * word of such a line is the program, and the line has no host.
 */
const program =
  /^(?:kernel|syslogd?|rsyslogd|syslog-ng|su|sudo|sshd|cron|crond|init|systemd|login|logger|root|dhcpd|dhclient|dhcp6c|udhcp[cd]|dnsmasq|hostapd|wpa_supplicant|pppd|ntpd|chronyd|named|unbound|dropbear|snmpd|openvpn|charon|ipsec|racoon|miniupnpd|snort|suricata|filterlog|nginx|httpd|haproxy|squid|postfix|dovecot|mail_logs|amp|SymantecServer|DrayTek)(?:-[a-z\d]{1,20})?$/i;
/** Matches an IPv4 address with a colon: the address is the host, because no program has such a name. */
const addressColon = /^((?:\d{1,3}\.){3}\d{1,3}) ?: +/;
/** Matches the second column of TP-Link's lines, which separate columns by commas: `SW1,[Link]/5/Port`. */
const commaColumn = /^([A-Za-z0-9][\w.-]{0,100}),(?=\[)/;
/**
 * Matches facility and severity of BusyBox and AlliedWare in front of host and program: `user.notice host1 app[1]: `.
 */
const facilityWord =
  /^(?:kern|user|mail|daemon|auth|syslog|lpr|news|uucp|cron|authpriv|ftp|local[0-7])\.[a-z]{3,9} +(?=[A-Za-z0-9][\w.-]{0,100} [^\s:[\]]{1,60}(?:\[\d{1,10}\])?: )/;
/** Matches the host in NetApp's audit log, where two hexadecimal numbers follow it. */
const netappColon = /^([A-Za-z0-9_][\w.-]{0,100}): +(?=[\da-f]{8}\.[\da-f]{8} )/;
/** Matches `[name] <address>` of Aruba's controllers. */
const arubaController = /^\[([A-Za-z0-9][\w.-]{0,100})\] +(?=<[\da-fA-F.:]{3,45}>)/;
/**
 * Matches model or name, hardware address and version of Ubiquiti's access points; older models add quotes and
 * brackets.
 */
const accessPoint = /^(?:\("?)?([\w.+-]{1,63}),[\da-f]{12},v?[\w.+-]{1,40}(?:"?\))?:? +/i;
/** Matches the host in lines of Citrix SDX, where the name of the service precedes it. */
const citrixService = /^svm_service: +([A-Za-z0-9][\w.:-]{0,100}) +(?=\d\d\/\d\d\/\d{4}:)/;
/**
 * Matches a host whose name is a number; the following program name with process id shows that the number is a host.
 */
const numberHost = /^(\d{3,10}) +(?=[A-Za-z][\w./-]{0,60}\[\d{1,10}\]: )/;
const portBehind = /^((?:\d{1,3}\.){3}\d{1,3}):\d{1,5}$/;
/** Matches facility and severity that NetScaler and others write in front of the host: `<local0.info>`. */
const facilityBefore = /^<[a-z]{2,10}\d?\.[a-z]{3,10}> +/;
/**
 * Matches words in the place of the host that are no host: numbers, severities, `daemon.info`, actions of firewalls.
 */
const noHost =
  /^(?:\d+|0x[\da-f]+|(?:\d+-)?PPE-\d+|(?:den|permitt|allow|dropp|accept|reject|block)(?:y|ed)?|drop|permit|emerg(?:ency)?|alert|crit(?:ical)?|err(?:or)?|warn(?:ing)?|notice|info(?:rmational)?|debug|trace|(?:kern|user|mail|daemon|auth|syslog|lpr|news|uucp|cron|authpriv|ftp|local[0-7])\.(?:emerg|alert|crit|err|warn|warning|notice|info|debug)|.*\/.*\.)$/i;
const repeated = /^last message repeated \d+ times?/i;

/**
 * Reads the host behind the date of a line.
 * @param written text behind the date
 * @returns the host, if any, and the rest of the text
 */
export function readHost(written: string): { host?: string; rest: string } {
  const text = written.replace(facilityBefore, '').replace(facilityWord, '');
  if (repeated.test(text)) return { rest: text };
  const known =
    forwarded.exec(text) ??
    hostColon.exec(text) ??
    netappColon.exec(text) ??
    citrixService.exec(text) ??
    addressColon.exec(text) ??
    commaColumn.exec(text) ??
    arubaController.exec(text) ??
    accessPoint.exec(text);
  if (known?.[1] !== undefined && !noHost.test(known[1]) && !program.test(known[1]))
    return { host: known[1], rest: text.slice(known[0].length) };
  const address = bracketed.exec(text);
  if (address?.[1] !== undefined) return { host: address[1], rest: text.slice(address[0].length) };
  const node = netappNode.exec(text)?.[1];
  if (node !== undefined) return { host: node, rest: text };
  const match = hostThen.exec(text);
  const host = match?.[1];
  if (host !== undefined && noHost.test(host) && !numberHost.test(text)) return { rest: text };
  // In `sshd[12]: text` and `kernel: text` the sender has omitted the host: the first word is the tag.
  if (!match || host === undefined || (host.endsWith(':') && !host.endsWith('::'))) return { rest: text };
  // The host may contain a colon within an address, in front of a port, or together with `@`. Any other word with a
  // colon is an event or a program.
  if (host.includes(':') && !/^[\dA-Fa-f:.]+(?:%[\w.-]+)?$|:\d{1,5}$|@/.test(host)) return { rest: text };
  return { host: host.replace(portBehind, '$1'), rest: text.slice(match[0].length) };
}
