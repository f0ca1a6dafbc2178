/** Request of the stream dialog, and whether the server accepted it. The functions are pure. */
import type { Stream } from '../../../api/contract/streams.js';

/** Servers leave a description as it is that comes empty, so that one that is to go becomes a blank. */
const noDescription = ' ';

export const descriptionToSend = (wanted: string, before: string | null): string =>
  wanted.trim() === '' && (before ?? '').trim() !== '' ? noDescription : wanted;

/** The old one stands there still, though it was to go. */
export const keepsDescription = (wanted: string, answer: Pick<Stream, 'description'>): boolean =>
  wanted.trim() === '' && (answer.description ?? '').trim() !== '';
