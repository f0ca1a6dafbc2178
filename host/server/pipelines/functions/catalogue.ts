/** Registry of all built-in rule functions; a new function is added to the list in the file of its family. */
import type { PipelineFunction } from '../function.js';
import { addressExtensions, addressFunctions } from './addresses.js';
import { cefFunctions } from './cef.js';
import { collectionExtensions } from './collections.js';
import { conversionFunctions } from './conversion.js';
import { dateExtensions, dateFunctions } from './dates.js';
import { debuggingFunctions } from './debugging.js';
import { digestFunctions } from './digests.js';
import { encodingFunctions } from './encodings.js';
import { fieldExtensions } from './field-extensions.js';
import { jsonFunctions } from './json.js';
import { keyValueFunctions } from './key-value.js';
import { lookupExtensions, lookupFunctions } from './lookup.js';
import { messageFieldFunctions } from './message-fields.js';
import { messageFunctions } from './messages.js';
import { patternExtensions, patternFunctions } from './patterns.js';
import { periodFunctions } from './periods.js';
import { stringExtensions, stringFunctions } from './strings.js';
import { syslogFunctions } from './syslog.js';
import { threatIntelligenceFunctions } from './threat-intelligence.js';
import { typeCheckFunctions } from './type-checks.js';
import { urlFunctions } from './urls.js';

const families: readonly (readonly PipelineFunction[])[] = [
  conversionFunctions,
  typeCheckFunctions,
  messageFieldFunctions,
  messageFunctions,
  patternFunctions,
  stringFunctions,
  keyValueFunctions,
  jsonFunctions,
  dateFunctions,
  periodFunctions,
  digestFunctions,
  encodingFunctions,
  addressFunctions,
  urlFunctions,
  syslogFunctions,
  lookupFunctions,
  debuggingFunctions,
  cefFunctions,
  threatIntelligenceFunctions,
  // Functions that later versions of the reference server have added.
  fieldExtensions,
  collectionExtensions,
  patternExtensions,
  stringExtensions,
  dateExtensions,
  addressExtensions,
  lookupExtensions,
];

/** All built-in functions, by name. */
export const functionCatalogue: ReadonlyMap<string, PipelineFunction> = new Map(
  families.flat().map((one) => [one.name, one]),
);
