/**
 * Lists all input types, in the order of the launch menu (contract data-intake, input_types marked "offer"; the
 * reference server has no input type for its own log). A new type needs its own file in this directory and a line in
 * this list; the instructions for programs that send to it are in `elements/admin/inputs/snippets.ts`.
 */
import { beats, olderBeats } from './beats-types.js';
import { brokerTypes } from './broker-types.js';
import { cefTcp, cefUdp } from './cef-types.js';
import { fileTypes } from './file-types.js';
import { gelfHttp, gelfTcp, gelfUdp } from './gelf-types.js';
import { inputTypeIds } from './input-type-ids.js';
import type { InputType } from './input-type.js';
import { jsonTcp } from './json-lines-type.js';
import { jsonPath } from './json-path-type.js';
import { netFlowUdp } from './netflow-type.js';
import { randomHttp, serverLog } from './own-types.js';
import { rawTcp, rawUdp } from './raw-types.js';
import { shipperTypes } from './shipper-types.js';
import { syslogTcp, syslogUdp } from './syslog-types.js';

export { inputTypeIds };

const types: readonly InputType[] = [
  syslogUdp,
  syslogTcp,
  gelfUdp,
  gelfTcp,
  gelfHttp,
  rawUdp,
  rawTcp,
  beats,
  olderBeats,
  cefUdp,
  cefTcp,
  jsonTcp,
  netFlowUdp,
  jsonPath,
  ...brokerTypes,
  ...shipperTypes,
  randomHttp,
  ...fileTypes,
  serverLog,
];

export const inputTypesById: ReadonlyMap<string, InputType> = new Map(types.map((type) => [type.info.type, type]));
export const creatableTypes: readonly InputType[] = types.filter(({ creatable }) => creatable);
