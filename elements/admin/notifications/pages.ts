/** Declares the notification pages for the console and `log-notifications`. */
import { lazyPart } from '../../kit/lazy-part.js';
import type { Page, PageProps } from '../../kit/pages.js';
import type { NotificationFormProps } from './notification-form.js';
import type { NotificationConfigurationProps } from './notification-page.js';
import { paths } from './routes.js';

const Form = lazyPart<'NotificationFormPage', PageProps>(
  () => import('./notification-form-page.js'),
  'NotificationFormPage',
);

/** The form of a notification, for use inside other forms. */
export const NotificationForm = lazyPart<'NotificationForm', NotificationFormProps>(
  () => import('./notification-form.js'),
  'NotificationForm',
);
/** The configuration of a notification, shown by the fields of its type. */
export const NotificationConfiguration = lazyPart<'NotificationConfiguration', NotificationConfigurationProps>(
  () => import('./notification-page.js'),
  'NotificationConfiguration',
);
export const NotificationTypeTitle = lazyPart<'NotificationTypeTitle', { readonly type: string }>(
  () => import('./notification-page.js'),
  'NotificationTypeTitle',
);

export const notificationsPages: readonly Page[] = [
  {
    path: paths.list,
    title: 'Notifications',
    Content: lazyPart(() => import('./notifications-page.js'), 'NotificationsPage'),
  },
  {
    path: paths.create,
    title: 'New Notification',
    needs: ['eventnotifications:create'],
    within: paths.list,
    Content: Form,
  },
  {
    path: paths.show,
    title: 'View Notification',
    within: paths.list,
    Content: lazyPart<'NotificationPage', PageProps>(() => import('./notification-page.js'), 'NotificationPage'),
  },
  { path: paths.edit, title: 'Edit Notification', within: paths.list, Content: Form },
];
