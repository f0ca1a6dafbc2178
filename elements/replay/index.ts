/** The replay of an event or of its definition, as the console shows it. */
export { DefinitionReplay, EventReplay } from './replay-page.js';
