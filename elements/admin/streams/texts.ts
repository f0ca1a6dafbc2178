/** Contains the texts of the stream pages (screens/data-intake.md S1, S2; spec 1 §8 for failures). */
import { formatNumber } from '../../kit/format.js';
import { isolated } from '../../kit/isolated.js';

const streams = (count: number): string => `${count} ${count === 1 ? 'stream' : 'streams'}`;
const messages = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'message' : 'messages'}`;

export const texts = {
  success: 'Success!',
  error: 'Error!',
  list: {
    page: 'Streams',
    description:
      'Messages are routed into streams by rules while they come in. A search, a dashboard or an alert can be about one stream, and people can be given one to read.',
    search: 'Search for streams',
    none: 'There are no streams yet',
    noneHelp: 'Create a stream and give it rules: messages that match them go into it from then on.',
    found: 'No streams have been found.',
    failedTitle: 'Could not load streams',
    failed: (reason: string): string => `Fetching streams failed with status: ${reason}`,
  },
  /** Texts for users who may not create streams. */
  unshared: {
    none: 'There is no stream that you may see',
    noneHelp: 'Whoever owns a stream, or an administrator, can share it with you.',
  },
  create: 'Create stream',
  defaultBadge: 'Default',
  noIndexSet: 'not found',
  indexSetUnknown: 'could not be loaded',
  rate: (rate: string): string => `${rate} msg/s`,
  running: 'Running',
  paused: 'Paused',
  pauseStream: (title: string): string => `Running: pause stream ${title}`,
  startStream: (title: string): string => `Paused: start stream ${title}`,
  actions: {
    start: 'Start stream',
    stop: 'Stop stream',
    addRule: 'Quick add rule',
    edit: 'Edit stream',
    rules: 'Manage rules',
    outputs: 'Manage outputs',
    alerts: 'Manage alerts',
    clone: 'Clone this stream',
    delete: 'Delete this stream',
    notDefault: 'This action is not available for the default stream.',
  },
  bulk: {
    assign: 'Assign index set',
    start: 'Start streams',
    stop: 'Stop streams',
    delete: 'Delete',
    done: (count: number, what: 'started' | 'stopped' | 'deleted' | 'assigned'): string =>
      what === 'assigned'
        ? `Index set was assigned to ${streams(count)}.`
        : `${capital(streams(count))} ${were(count)} ${what}.`,
    partly: (failed: number, count: number, what: 'started' | 'stopped' | 'deleted'): string =>
      `${failed} out of ${count} selected streams could not be ${what}.`,
    failedTitle: 'Could not change streams',
  },
  assigning: {
    title: (count: number): string => `Assign index set to ${streams(count)}`,
    help: 'New messages of the streams are stored there. Existing messages stay where they are.',
    label: 'Index Set',
    placeholder: 'Select an index set',
    missing: 'Choose an index set.',
    submit: 'Assign index set',
    failed: 'Could not assign index set',
    loadingFailed: (reason: string): string => `Could not load index sets: ${reason}`,
  },
  state: {
    stopTitle: 'Stop stream?',
    stopText: (title: string): string =>
      `The stream ${isolated(title)} receives no more messages until it is started again. Its stored messages stay.`,
    stop: 'Stop stream',
    pauseFailed: 'Could not pause Stream',
    resumeFailed: 'Could not resume Stream',
    paused: (title: string): string => `Stream "${isolated(title)}" was paused.`,
    resumed: (title: string): string => `Stream "${isolated(title)}" was started.`,
  },
  dialog: {
    create: {
      title: 'Create stream',
      submit: 'Create stream',
      submitting: 'Creating stream...',
      failed: 'Could not save Stream',
      done: (title: string): string =>
        `Stream "${isolated(title)}" was created. It is paused: give it rules, then start it.`,
    },
    edit: {
      title: 'Edit stream',
      submit: 'Update stream',
      submitting: 'Updating stream...',
      failed: 'Could not update Stream',
      done: (title: string): string => `Stream "${isolated(title)}" was updated.`,
    },
    clone: {
      title: 'Clone stream',
      submit: 'Clone stream',
      submitting: 'Cloning stream...',
      failed: 'Could not clone Stream',
      done: (title: string): string => `Stream "${isolated(title)}" was cloned. The copy is paused.`,
    },
    name: 'Title',
    nameMissing: 'Title is required',
    description: 'Description',
    descriptionKeptTitle: 'The description stays',
    descriptionKept: (title: string): string =>
      `Stream "${isolated(title)}" was updated, but this server keeps its description: write another one instead.`,
    indexSet: 'Index Set',
    toRules: 'Manage its rules',
    indexSetHelp: 'Messages that match this stream will be written to this index set.',
    indexSetMissing: 'Index set is required',
    noneReadable: 'Messages are written to the index set of the default stream.',
    remove: 'Remove matches from ‘Default Stream’',
    removeHelp: 'Messages that match this stream are not in the default stream.',
  },
  removal: {
    title: 'Delete stream?',
    text: (title: string): string =>
      `Really delete the stream ${isolated(title)}? Its rules go with it. Messages stay stored, but those that are in no other stream can no longer be found.`,
    loading: 'Looking for what uses it...',
    unknown: 'Could not find out what uses the stream.',
    unreported: 'This server does not say what uses the stream.',
    uses: 'These use the stream, and will miss it:',
    dashboard: (title: string): string => `Dashboard ${isolated(title)}`,
    search: (title: string): string => `Saved search ${isolated(title)}`,
    output: (title: string): string => `Output ${isolated(title)}, which gets no more messages of this stream`,
    more: (count: number): string => `and ${count} more`,
    hidden: (count: number): string =>
      `${count} ${count === 1 ? 'saved search or dashboard' : 'saved searches or dashboards'} of others`,
    shared: (count: number): string => `It is shared with ${count} ${count === 1 ? 'user or team' : 'users or teams'}`,
    startPage: (count: number): string => `It is the start page of ${count} ${count === 1 ? 'user' : 'users'}`,
    decorators: (count: number): string => `${count} ${count === 1 ? 'decorator' : 'decorators'} of its searches`,
    delete: 'Delete stream',
    done: (title: string): string => `Stream "${isolated(title)}" was deleted.`,
    failedTitle: 'Could not delete stream',
    many: (count: number): string => `Delete ${streams(count)}?`,
    manyText: (count: number): string =>
      `Do you really want to remove ${streams(count)}? This action cannot be undone. Messages that are in no other stream can no longer be found.`,
    manyOutputs: (count: number): string =>
      count === 1
        ? 'One of them has outputs, which get no more of its messages.'
        : `${count} of them have outputs, which get no more of their messages.`,
  },
  rules: {
    page: 'Rules of Stream',
    description:
      'Rules decide, while messages come in, which of them go into the stream. A change counts from the next message on.',
    noStream: 'No stream is named: set the attribute entity-id',
    missing: 'Stream not found',
    loadingFailed: 'Could not load stream',
    isDefault: 'The default stream cannot be edited.',
    isSystem: 'This stream belongs to the system and cannot be edited.',
    section: 'Rules',
    load: 'Load a message to test rules',
    loadHelp: 'The rules are tried on the message as it is stored, and each shows whether it matches.',
    manage: 'Manage stream rules',
    add: 'Add stream rule',
    matching: 'How many rules must match?',
    all: 'A message must match all of the following rules',
    any: 'A message must match at least one of the following rules',
    changeTitle: 'Change how rules are combined?',
    changeText: 'This counts at once, for every message that comes in from now on.',
    change: 'Change',
    changed: 'The matching type of the stream was changed.',
    changeFailed: 'Could not update Stream',
    mustMatch: (type: 'AND' | 'OR', count: number): string =>
      count === 1
        ? 'Must match the one configured stream rule.'
        : `Must match ${type === 'AND' ? 'all' : 'at least one'} of the ${count} configured stream rules.`,
    none: 'No rules defined.',
    noneHelp: 'Without a rule no message goes into the stream.',
    noMessage: 'Load a message above to see which rules match it.',
    testing: 'Trying the rules on the message...',
    routed: 'This message would be routed to this stream.',
    notRouted: 'This message would not be routed to this stream.',
    testFailed: 'Could not test stream rules of stream',
    matches: 'Matches',
    matchesNot: 'Does not match',
    editRule: (rule: string): string => `Edit rule: ${rule}`,
    deleteRule: (rule: string): string => `Delete rule: ${rule}`,
    paused: 'The stream is paused: nothing goes into it until it is started.',
    done: 'I’m done!',
    list: (title: string): string => `Rules of ${title}`,
  },
  preview: {
    title: 'Preview of routed messages',
    help: 'The preview shows how the rules would have routed the newest stored messages.',
    counting: 'Counting...',
    result: (matches: number, examined: number): string =>
      `${formatNumber(matches)} of the last ${messages(examined)} would go into this stream.`,
    none: 'There are no messages yet to count.',
    since: 'The oldest of them has the time',
    rule: (count: number, examined: number): string =>
      `matches ${formatNumber(count)} of the last ${formatNumber(examined)}`,
    again: 'Count again',
    failed: 'Could not count messages',
  },
  ruleDialog: {
    create: 'New stream rule',
    edit: 'Edit stream rule',
    createSubmit: 'Create rule',
    editSubmit: 'Update rule',
    submitting: 'Saving...',
    failed: 'Could not save stream rule',
    created: 'Stream rule was created.',
    updated: 'Stream rule was updated.',
    field: 'Field',
    fieldMissing: 'Field is required',
    type: 'Type',
    value: 'Value',
    valueMissing: 'Value is required',
    notANumber: 'Value must be a number',
    input: 'Input',
    inputMissing: 'Choose an input',
    selectInput: 'Select an input',
    noInputs: 'You may read no input.',
    inputsFailed: (reason: string): string => `Could not load inputs: ${reason}`,
    inverted: 'Inverted',
    description: 'Description',
    result: 'Result:',
    loadingFailed: 'Could not load the types of stream rules',
    hints: [
      'The value of the field is read as text, or as a number for “greater than” and “smaller than”.',
      'Texts are compared as they are written: upper and lower case differ.',
      'A regular expression may match anywhere in the text. Its dialect is RE2, which takes no look-ahead and no back-references. Large ones look at the beginning of long texts only.',
      'An inverted rule matches messages that lack the field, too, except where numbers are compared.',
    ],
    hintsTitle: 'How values are compared',
  },
  ruleRemoval: {
    title: 'Delete stream rule?',
    text: (rule: string): string => `Really delete the rule “${rule}”? It counts from the next message on.`,
    done: (): string => 'Stream rule was deleted.',
    failedTitle: 'Could not delete stream rule',
  },
  sentence: {
    must: 'must',
    mustNot: 'must not',
    always: 'This rule always matches',
    never: 'This rule never matches',
    empty: '<empty>',
    deletedInput: (id: string): string => `deleted input: ${id}`,
    input: (title: string, type: string, id: string): string => `${title} (${type}: ${id})`,
  },
} as const;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const were = (count: number): string => (count === 1 ? 'was' : 'were');
