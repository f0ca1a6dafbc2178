/** Names the types of inputs that starter packs use. */
import { inputTypeIds } from '../../intake/types/input-type-ids.js';

export const { syslogUdp, gelfUdp, beats, otlpHttp } = inputTypeIds;
