/** Exports the replay of an event or event definition in the console. */
export { DefinitionReplay, EventReplay } from './replay-page.js';
