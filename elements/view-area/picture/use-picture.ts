/** Saves a widget, or all widgets of a page, as a picture. The module that renders the picture is loaded on demand. */
import { useEnvironment } from '../../element/environment.js';
import { useHostElement } from '../../element/host-context.js';
import { useToasts } from '../../kit/feedback.js';
import { formatDate } from '../../kit/format.js';
import { saveFile } from '../../kit/save-file.js';

export const pictureTexts = {
  save: 'Save as picture (PNG)',
  print: 'Print or save as PDF…',
  taken: (facts: readonly string[]): string => facts.filter((fact) => fact !== '').join(' · '),
  failed: 'Saving the picture failed',
  tooLarge: 'It is too large for a picture. Choose fewer widgets, or a narrower window.',
} as const;

export interface Picture {
  readonly title: string;
  /** Texts for the caption of the picture, such as title and time range; the time of the picture is added. */
  readonly facts: readonly string[];
  /** Id of the widget to save; absent: the whole page. */
  readonly widgetId?: string;
}

export function usePicture(): (picture: Picture) => Promise<void> {
  const { root } = useEnvironment();
  const { timezone } = useHostElement();
  const { toast } = useToasts();
  return async ({ title, facts, widgetId }) => {
    const selector = widgetId === undefined ? '[data-printed-grid]' : `[data-widget="${CSS.escape(widgetId)}"]`;
    const part = root.querySelector<HTMLElement>(selector);
    if (!part) return;
    const { allDrawn, pictureFile, pictureOf, PictureTooLarge } = await import('./picture.js');
    try {
      if (widgetId === undefined) await allDrawn(part);
      const caption = pictureTexts.taken([...facts, formatDate(Date.now(), timezone, 'withTz')]);
      saveFile({ blob: await pictureOf({ part, caption }), fileName: pictureFile(title) });
    } catch (error) {
      const text = error instanceof PictureTooLarge ? pictureTexts.tooLarge : String(error);
      toast('error', text, pictureTexts.failed);
    }
  };
}
