/**
 * `<log-share entity="grn::::dashboard:64b5…" entity-title="Payment health">`: a button that opens the sharing dialog
 * of an entity.
 *
 * Attributes and properties, besides those of every element:
 * – `entity`: GRN (global resource name) of the entity
 * – `entity-title`: shown in the dialog and in its messages
 * – `open`: true while the dialog is open; setting it opens or closes the dialog
 *
 * Events, besides those of every element: `log-shared {entity}` when the shares are stored, `log-close` when the dialog
 * has closed.
 */
import { grnOf, parseGrn } from '../api/grn.js';
import { BadValue, custom, flag, text } from './element/attributes.js';
import { defineElement } from './frame/define.js';
import { LogShare } from './share/log-share.js';

export type { LogShareProps } from './share/log-share.js';

/** GRN (global resource name) in lower case, as servers compare GRNs; empty: no entity. */
const entityName = custom<string>({
  type: 'string',
  fallback: '',
  parse: (given) => {
    const trimmed = given.trim();
    const name = parseGrn(trimmed);
    if (trimmed !== '' && !name) throw new BadValue('a GRN such as grn::::dashboard:64b5a1c2e4b0a1b2c3d4e5f6', given);
    return name ? grnOf(name) : '';
  },
  stringify: (value) => (value === '' ? null : value),
});

export const LogShareElement = defineElement('log-share', LogShare, {
  attributes: { entity: entityName, entityTitle: text(''), open: flag() },
  ready: 'component',
});
