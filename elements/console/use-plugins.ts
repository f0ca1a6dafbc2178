/** Has the plug-ins of the console loaded, once, when the page's own content had its time. */
import { useEffect } from 'react';
import { changeSlots } from '../kit/plugins/slots.js';
import { usePageFirst } from './use-page-first.js';

/**
 * @param list where they are listed; undefined: there are none
 * @param awaited the address may be one of theirs: nothing else is waited for
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
