/** Lists the output types. */
import { fileType } from './file-type.js';
import { gelfType } from './gelf-type.js';
import { httpType } from './http-type.js';
import { discardType, stdoutType } from './plain-types.js';
import { syslogType } from './syslog-type.js';
import type { OutputType } from './output-type.js';

export { outputTypeIds, queueLimits } from './output-type.js';

export const outputTypes: readonly OutputType[] = [gelfType, httpType, syslogType, fileType, stdoutType, discardType];
export const outputTypesById: ReadonlyMap<string, OutputType> = new Map(
  outputTypes.map((type) => [type.info.type, type]),
);
