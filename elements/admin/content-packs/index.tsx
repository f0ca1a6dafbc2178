/** The element `log-content-packs` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { contentPacksPages } from './pages.js';

export const LogContentPacks = ({ route }: { readonly route: string }) => (
  <Area pages={contentPacksPages} route={route} />
);
