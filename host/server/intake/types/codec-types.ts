/** Describes the codecs that can parse a message (contract data-intake codec_types.all). */
import type { ConfigFields } from '../../../../api/contract/config-fields.js';
import type { CodecTypeInfo } from '../../../../api/contract/messages.js';
import * as fields from './config-fields.js';
import { codecs } from './decoders.js';

const { rawFields: common } = fields;

function some(all: ConfigFields, names: readonly string[]): ConfigFields {
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

const known: Readonly<Record<string, readonly [name: string, settings: () => ConfigFields]>> = {
  syslog: ['Syslog', fields.syslogFields],
  gelf: ['GELF', () => fields.gelfFields],
  raw: ['Raw String', () => common],
  jsonpath: [
    'JSON Path',
    () => ({ ...common, ...some(fields.jsonPathFields, ['path', 'source', 'enable_flattening']) }),
  ],
  beats: ['Beats', () => ({ ...common, ...some(fields.beatsFields(0), ['no_beats_prefix']) })],
  'beats-deprecated': ['Beats (deprecated)', () => common],
  CEF: ['', () => fields.cefFields],
  netflow: ['NetFlow', () => fields.netFlowFields],
  'random-http-msg': ['Random HTTP Message', () => common],
};

/** Returns the API's descriptions of all codecs, by codec name. */
export function codecTypes(): Record<string, CodecTypeInfo> {
  return Object.fromEntries(
    Array.from(codecs.keys(), (type) => {
      const [name, settings] = known[type] ?? [type, () => common];
      return [type, { type, name, requested_configuration: { ...settings() } }];
    }),
  );
}
