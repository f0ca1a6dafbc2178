/** The element `log-notifications` shows the page of its `route`; in the console each page has an address. */
import { Area } from '../../kit/area.js';
import { notificationsPages } from './pages.js';

export const LogNotifications = ({ route }: { readonly route: string }) => (
  <Area pages={notificationsPages} route={route} />
);
