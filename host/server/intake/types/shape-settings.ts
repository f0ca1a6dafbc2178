/** Reads the settings of inputs that recognise the formats of lines. */
import { flagOr, textOr, type Attributes } from '../../foundation/attributes.js';
import { textReader, type TextReader } from '../decode/text.js';
import { zoneToUtc } from '../decode/time-zone.js';
import type { TransportRooms } from './input-type.js';
import type { ShapedSettings } from '../transport/shaped-lines.js';

export const recognises = (attributes: Attributes) => flagOr(attributes, 'recognise_formats', true);
export const shaped = (
  attributes: Attributes,
  { onRecognised }: Pick<TransportRooms, 'onRecognised'>,
): ShapedSettings & { readonly textOf: TextReader } => ({
  textOf: textReader(textOr(attributes, 'charset_name', undefined)),
  toUtc: zoneToUtc(undefined),
  onRecognised,
});
