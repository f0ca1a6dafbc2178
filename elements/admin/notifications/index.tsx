/** The element `log-notifications`; the console shows the same pages by address. */
import { Area } from '../../kit/area.js';
import { notificationsPages } from './pages.js';

export const LogNotifications = ({ route }: { readonly route: string }) => (
  <Area pages={notificationsPages} route={route} />
);
