/**
 * Contains the registry of actions on fields and values: the console's own actions (`actions.ts`), then the actions of
 * plug-ins.
 */
import { createSlot, type Registered } from '../../kit/plugins/slots.js';
import type { PluginSubject } from '../../kit/plugins/face.js';
import { safeLink } from '../../kit/plugins/safe-link.js';
import { actionsOf, type ActionPlace, type ActionSubject, type FieldAction } from './actions.js';
import type { FieldInteractions } from './interactions.js';

/** Action in the menu: an action of the console, or an action of a plug-in, which opens a link or a dialog. */
export type MenuAction =
  | FieldAction
  | {
      readonly id: string;
      readonly label: string;
      readonly disabled: false;
      readonly disabledReason?: undefined;
      readonly effect: PluginEffect;
    };
type PluginEffect = { readonly href: string } | { readonly part: Registered<'valueActions'> };

export interface ActionSource {
  readonly id: string;
  readonly of: (subject: ActionSubject, interactions: FieldInteractions, place: ActionPlace) => readonly MenuAction[];
}

/** Returns the field or value in the form that plug-ins receive. */
export const pluginSubject = (subject: ActionSubject): PluginSubject =>
  subject.kind === 'field'
    ? { kind: 'field', field: subject.field, type: subject.type }
    : { kind: 'value', field: subject.field, value: subject.value, type: subject.type };

const sourceOf = (part: Registered<'valueActions'>): ActionSource => ({
  id: `${part.plugin}:${part.id}`,
  of(subject) {
    if (subject.kind !== (part.kind ?? 'value')) return [];
    const { isOffered, href } = part;
    try {
      const pluginFace = pluginSubject(subject);
      if (isOffered && isOffered(pluginFace) !== true) return [];
      const effect: PluginEffect = href ? { href: safeLink(href(pluginFace)) } : { part };
      return [{ id: `${part.plugin}:${part.id}`, label: part.title, disabled: false, effect }];
    } catch (error) {
      // An action of a plug-in whose code throws is left out; the other actions stay.
      console.error(`Plug-in ${part.plugin}: the action ${part.id} failed`, error);
      return [];
    }
  },
});

const own: readonly ActionSource[] = [{ id: '', of: actionsOf }];

export const actionSources = createSlot('valueActions', own, ({ id }) => id, sourceOf);
