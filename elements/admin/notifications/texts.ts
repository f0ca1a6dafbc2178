/** Contains the texts of the notification pages (screens/dashboards-sharing-alerts.md §10). */
import { formatNumber } from '../../kit/format.js';
import { isolated } from '../../kit/isolated.js';

const notifications = (count: number): string =>
  `${formatNumber(count)} ${count === 1 ? 'notification' : 'notifications'}`;

export const texts = {
  success: 'Success!',
  list: {
    page: 'Notifications',
    description: 'Notifications inform people and other systems about events. Event definitions choose which are sent.',
    search: 'Search for notifications',
    none: 'There are no notifications yet',
    noneHelp: 'Create one, and give it to an event definition.',
    found: 'No notifications have been found.',
    failedTitle: 'Could not load notifications',
    failed: (reason: string): string => `Fetching notifications failed with status: ${reason}`,
  },
  /** Texts for users who may not create notifications. */
  unshared: {
    none: 'There is no notification that you may see',
    noneHelp: 'Whoever owns a notification, or an administrator, can share it with you.',
  },
  create: 'Create notification',
  actions: {
    edit: 'Edit',
    editThis: 'Edit Notification',
    show: 'View Details',
    test: 'Test Notification',
    delete: 'Delete',
  },
  missing: 'Notification not found',
  loadingFailed: 'Could not load the notification',
  creating: {
    page: 'New Notification',
    description: 'A notification says who is informed of events, and how.',
    submit: 'Create notification',
    submitting: 'Creating notification...',
    done: (title: string): string => `Notification "${isolated(title)}" was created successfully.`,
    failed: 'Creating the notification failed',
    failedTitle: 'Could not create notification',
    status: (reason: string): string => `Creating notification failed with status: ${reason}`,
  },
  editing: {
    page: 'Edit Notification',
    titled: (title: string): string => `Edit "${title}" Notification`,
    description: 'Changes apply from the next event on.',
    submit: 'Update notification',
    submitting: 'Updating notification...',
    done: (title: string): string => `Notification "${isolated(title)}" was updated successfully.`,
    failed: 'Updating the notification failed',
    failedTitle: 'Could not update notification',
    status: (reason: string): string => `Updating notification failed with status: ${reason}`,
  },
  form: {
    about: 'Notification',
    title: 'Title',
    description: 'Description',
    type: 'Notification Type',
    chooseType: 'Choose a type',
    unknownType: (type: string): string => `Notifications of type ${type} cannot be changed here.`,
    ofOwnServer:
      'This server has no notifications with a body and headers of their own: those need the server of this console.',
    urlRefused: 'This is no address of http or https.',
    noMailServer: 'E-mail cannot be sent: no mail server is configured. The notification works once there is one.',
    notListed: 'The notification can be stored, but nothing is sent before the address is listed.',
  },
  legacy: {
    type: 'Choose Legacy Notification',
    choose: 'Select a type',
    option: (name: string): string => `Legacy ${name}`,
    deprecated: 'Legacy callbacks still run, but a notification of another type does more.',
    unknown: (type: string): string => `The server has no callbacks of type ${type}: its plugin is not loaded.`,
    failed: 'Could not load the types of callbacks',
  },
  templates: {
    preview: 'Preview',
    hide: 'Hide preview',
    hideOf: (label: string): string => `Hide preview of ${label}`,
    previewOf: (label: string): string => `Preview of ${label}`,
    event: 'With the event',
    ofTests: 'The event of tests',
    empty: 'Without a template there is no custom text.',
    unreadable: 'There is no preview until the template can be read.',
    problem: (line: number, column: number, reason: string): string => `Line ${line}, column ${column}: ${reason}`,
    cut: 'The text is longer: the rest is left out here and when it is sent.',
    failed: (reason: string): string => `The preview failed: ${reason}`,
    missing: 'This server cannot preview templates. The preview needs Log Console’s own server.',
  },
  testing: {
    button: 'Execute Test Notification',
    running: 'Sending a test notification...',
    done: 'The test notification was sent.',
    failed: (reason: string): string => `The test notification was not sent: ${reason}`,
    refused: 'The test notification was not sent: some fields are not right.',
    storeFirst: 'Only stored notifications can be tested. Save it first.',
  },
  removal: {
    title: 'Delete notification?',
    text: (title: string): string =>
      `Really delete the notification ${isolated(title)}? It is taken from every event definition that sends it.`,
    done: (title: string): string => `Notification "${isolated(title)}" was deleted successfully.`,
    failedTitle: 'Could not delete notification',
    failed: (reason: string): string => `Deleting the notification failed with status: ${reason}`,
    many: {
      title: (count: number): string => `Delete ${notifications(count)}?`,
      text: (count: number): string =>
        `Really delete ${notifications(count)}? They are taken from every event definition that sends them.`,
      done: (count: number): string => `${notifications(count)} ${count === 1 ? 'was' : 'were'} deleted successfully.`,
      partly: (failed: number, count: number, reasons: string): string =>
        `${formatNumber(failed)} out of ${formatNumber(count)} selected notifications could not be deleted. ${reasons}`.trim(),
      failedTitle: 'Could not delete notifications',
    },
  },
  details: {
    page: 'View Notification',
    titled: (title: string): string => `View "${title}" Notification`,
    description: 'A notification says who is informed of events, and how.',
    about: 'Notification',
    none: 'None',
    empty: 'Empty',
    yes: 'Yes',
    no: 'No',
    secret: '********',
    configuration: 'Configuration',
    unknownType: (type: string): string => `This page does not know notifications of type ${type}.`,
  },
  history: {
    title: 'Sent',
    none: 'Nothing was sent yet.',
    missing: 'This server keeps no history of notifications. The history needs Log Console’s own server.',
    failed: 'Could not load what was sent',
    reload: 'Reload',
    waiting: (count: number): string =>
      `${formatNumber(count)} ${count === 1 ? 'event waits' : 'events wait'} to be sent`,
    since: 'since',
    retry: 'The next attempt is at',
    lastError: 'Last error',
    results: { sent: 'Sent', failed: 'Failed', retrying: 'Tried again', dropped: 'Left out' },
    attempts: (count: number): string => `${formatNumber(count)} attempts`,
    body: 'Response',
  },
} as const;
