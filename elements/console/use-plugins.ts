/** Loads the plug-ins of the console once, after the page's content has had time to load. */
import { useEffect } from 'react';
import { changeSlots } from '../kit/plugins/slots.js';
import { usePageFirst } from './use-page-first.js';

/**
 * Loads the plug-ins of a list.
 *
 * @param list address of the plug-in list; undefined: no plug-ins
 * @param awaited true when the page's address may belong to a plug-in; loading then starts immediately
 */
export function usePlugins(list: string | undefined, awaited: boolean): void {
  const time = usePageFirst() || awaited;
  useEffect(() => {
    if (list) changeSlots(() => ({ pending: true }));
  }, [list]);
  useEffect(() => {
    if (!list || !time) return;
    import('./load-plugins.js')
      .then(({ loadPlugins }) => loadPlugins(list))
      .catch((error: unknown) => console.error('Plug-ins could not be loaded', error))
      .finally(() => changeSlots(() => ({ pending: false })));
  }, [list, time]);
}
