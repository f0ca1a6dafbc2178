/** Implements the extension dictionary of the Common Event Format: full names of keys, and types of their values. */

const each = (count: number, short: string, full: string): [string, string][] =>
  Array.from({ length: count }, (_, index): [string, string][] => [
    [`${short}${index + 1}`, `${full}${index + 1}`],
    [`${short}${index + 1}Label`, `${full}${index + 1}Label`],
  ]).flat();

/**
 * Maps each short key to its full name. `msg` is missing, because its full name `message` is already the name of
 * another field.
 */
const fullNames: ReadonlyMap<string, string> = new Map([
  ['act', 'deviceAction'],
  ['agt', 'agentAddress'],
  ['ahost', 'agentHostName'],
  ['aid', 'agentId'],
  ['amac', 'agentMacAddress'],
  ['app', 'applicationProtocol'],
  ['art', 'agentReceiptTime'],
  ['at', 'agentType'],
  ['atz', 'agentTimeZone'],
  ['av', 'agentVersion'],
  ['cat', 'deviceEventCategory'],
  ['cnt', 'baseEventCount'],
  ['dhost', 'destinationHostName'],
  ['dlat', 'destinationGeoLatitude'],
  ['dlong', 'destinationGeoLongitude'],
  ['dmac', 'destinationMacAddress'],
  ['dntdom', 'destinationNtDomain'],
  ['dpid', 'destinationProcessId'],
  ['dpriv', 'destinationUserPrivileges'],
  ['dproc', 'destinationProcessName'],
  ['dpt', 'destinationPort'],
  ['dst', 'destinationAddress'],
  ['dtz', 'deviceTimeZone'],
  ['duid', 'destinationUserId'],
  ['duser', 'destinationUserName'],
  ['dvc', 'deviceAddress'],
  ['dvchost', 'deviceHostName'],
  ['dvcmac', 'deviceMacAddress'],
  ['dvcpid', 'deviceProcessId'],
  ['end', 'endTime'],
  ['fname', 'filename'],
  ['fsize', 'fileSize'],
  ['in', 'bytesIn'],
  ['mrt', 'managerReceiptTime'],
  ['out', 'bytesOut'],
  ['outcome', 'eventOutcome'],
  ['proto', 'transportProtocol'],
  ['request', 'requestUrl'],
  ['rt', 'deviceReceiptTime'],
  ['shost', 'sourceHostName'],
  ['slat', 'sourceGeoLatitude'],
  ['slong', 'sourceGeoLongitude'],
  ['smac', 'sourceMacAddress'],
  ['sntdom', 'sourceNtDomain'],
  ['spid', 'sourceProcessId'],
  ['spriv', 'sourceUserPrivileges'],
  ['sproc', 'sourceProcessName'],
  ['spt', 'sourcePort'],
  ['src', 'sourceAddress'],
  ['start', 'startTime'],
  ['suid', 'sourceUserId'],
  ['suser', 'sourceUserName'],
  ...each(4, 'c6a', 'deviceCustomIPv6Address'),
  ...each(4, 'cfp', 'deviceCustomFloatingPoint'),
  ...each(3, 'cn', 'deviceCustomNumber'),
  ...each(6, 'cs', 'deviceCustomString'),
]);

export const cefFullName = (key: string): string => fullNames.get(key) ?? key;

const numeric =
  /^(cnt|dpid|dpt|dvcpid|fsize|in|out|spid|spt|oldFileSize|d(lat|long)|s(lat|long)|cn[1-3]|cfp[1-4]|type|flexNumber[12])$/;

/** Converts a value to a number if the dictionary defines it as numeric and the text is a number. */
export function cefValue(key: string, text: string): string | number {
  if (!numeric.test(key) || !/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return text;
  return Number(text);
}
