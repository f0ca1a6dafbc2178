/** Removes the description of a stream, and detects a server that kept it. The functions are pure. */
import type { Stream } from '../../../api/contract/streams.js';

/** Servers ignore an empty description, so a single space is sent to remove a description. */
const noDescription = ' ';

export const descriptionToSend = (wanted: string, before: string | null): string =>
  wanted.trim() === '' && (before ?? '').trim() !== '' ? noDescription : wanted;

/** Returns true if the server kept the old description although it was to be removed. */
export const keepsDescription = (wanted: string, answer: Pick<Stream, 'description'>): boolean =>
  wanted.trim() === '' && (answer.description ?? '').trim() !== '';
