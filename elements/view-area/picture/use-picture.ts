/** Saves a widget, or all widgets of a page, as a picture. The modules that render the picture are loaded on demand. */
import type { TimeRange } from '../../../api/contract/searches.js';
import { useEnvironment } from '../../element/environment.js';
import { useHostElement } from '../../element/host-context.js';
import { useToasts } from '../../kit/feedback.js';

export const pictureTexts = {
  save: 'Save as picture (PNG)',
  print: 'Print or save as PDF…',
  failed: 'Saving the picture failed',
} as const;

export interface Picture {
  readonly title: string;
  /** Texts for the caption of the picture, such as its title; the time of the picture is added. */
  readonly facts: readonly string[];
  /** Time range for the caption; absent: the facts name it. */
  readonly range?: TimeRange;
  /** Id of the widget to save; absent: the whole page. */
  readonly widgetId?: string;
}

export function usePicture(): (picture: Picture) => Promise<void> {
  const { root } = useEnvironment();
  const { timezone } = useHostElement();
  const { toast } = useToasts();
  return (picture) =>
    import('./save-picture.js')
      .then((part) => part.savePicture(picture, root, timezone))
      .catch((error: unknown) =>
        toast('error', error instanceof Error ? error.message : String(error), pictureTexts.failed),
      );
}
