/** Renders a widget, or all widgets of a page, and saves the picture as a file. */
import { formatDate } from '../../kit/format.js';
import { saveFile } from '../../kit/save-file.js';
import { footerText } from '../widget/range-footer.js';
import { allDrawn, pictureFile, pictureOf, PictureTooLarge } from './picture.js';
import type { Picture } from './use-picture.js';

const tooLarge = 'It is too large for a picture. Choose fewer widgets, or a narrower window.';

/**
 * Saves a picture. Does nothing if the widget is not shown.
 *
 * @param root shadow root of the element
 * @param timezone time zone of the instants in the caption
 * @throws Error with the text to show when the picture cannot be rendered
 */
export async function savePicture(
  { title, facts, range, widgetId }: Picture,
  root: ParentNode,
  timezone: string,
): Promise<void> {
  const selector = widgetId === undefined ? '[data-printed-grid]' : `[data-widget="${CSS.escape(widgetId)}"]`;
  const part = root.querySelector<HTMLElement>(selector);
  if (!part) return;
  if (widgetId === undefined) await allDrawn(part);
  const stated = range && footerText(range, timezone);
  const caption = [...facts, stated, formatDate(Date.now(), timezone, 'withTz')].filter(Boolean).join(' · ');
  try {
    saveFile({ blob: await pictureOf({ part, caption }), fileName: pictureFile(title) });
  } catch (error) {
    throw error instanceof PictureTooLarge ? new Error(tooLarge, { cause: error }) : error;
  }
}
