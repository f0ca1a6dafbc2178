/** Contains the texts of the outputs pages (screens/data-intake.md S3, O1). */
import { formatBytes, formatNumber } from '../../kit/format.js';
import { isolated } from '../../kit/isolated.js';

const messages = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'message' : 'messages'}`;

export const texts = {
  success: 'Success!',
  page: 'Outputs',
  pageOfStream: 'Outputs of Stream',
  description:
    'Outputs send on the messages of the streams that they are assigned to. Waiting messages are kept on disk.',
  descriptionOfStream:
    'New messages of the stream are sent to its outputs. A slow or dead receiver blocks nothing: waiting messages are kept on disk.',
  isSystem: 'This stream belongs to the system and cannot have outputs.',
  loadingFailed: 'Could not load outputs',
  streamMissing: 'Stream not found.',
  none: 'No outputs configured',
  noneHelp: 'Choose a type and launch one.',
  noneOfStreamHelp: 'Launch a new output, or assign one that exists.',
  launch: {
    type: 'Output type',
    select: 'Select output type',
    noTypes: 'No outputs available',
    typesFailed: 'Could not load the types of outputs',
    button: 'Launch new output',
  },
  assign: {
    output: 'Existing output',
    select: 'Select existing output',
    noOutputs: 'No outputs available',
    button: 'Assign existing output',
    done: (title: string): string => `Output '${isolated(title)}' was assigned to the stream.`,
    failed: 'Could not add output to stream',
  },
  card: {
    id: 'ID:',
    contentPack: 'From a content pack',
    unknownType: 'The server has no outputs of this type: its plugin is not loaded.',
    edit: 'Edit',
    editNamed: (title: string): string => `Edit output ${isolated(title)}`,
    unassign: 'Delete from stream',
    unassignNamed: (title: string): string => `Delete from stream: ${isolated(title)}`,
    delete: 'Delete globally',
    deleteNamed: (title: string): string => `Delete globally: ${isolated(title)}`,
  },
  status: {
    heading: 'Sending',
    states: { RUNNING: 'RUNNING', FAILING: 'FAILING' },
    unknown: 'This server does not report the progress of sending.',
    nothingWaits: 'Nothing waits',
    waiting: (count: number, bytes: number): string => `${messages(count)} waiting (${formatBytes(bytes)})`,
    oldest: 'oldest',
    sent: (count: number): string => `${messages(count)} sent since the start of the server`,
    refused: (count: number): string => `${messages(count)} left out, because the receiver cannot take them`,
    dropped: (count: number): string =>
      `${messages(count)} left out since the start of the server, because the queue was full or could not be written. Let it take more, or mend what fails.`,
    failing: 'Nothing is sent at present',
    lastError: 'Last error',
    retry: 'The next one is at',
    retries: (count: number): string =>
      `${formatNumber(count)} ${count === 1 ? 'attempt has' : 'attempts have'} failed`,
  },
  form: {
    create: 'Create new output',
    createSubmit: 'Create output',
    createSubmitting: 'Creating output...',
    created: (title: string): string => `Output '${isolated(title)}' was created.`,
    saveFailed: 'Could not save output',
    edit: (title: string): string => `Edit output ${isolated(title)}`,
    editSubmit: 'Update output',
    editSubmitting: 'Updating output...',
    updated: (title: string): string => `Output '${isolated(title)}' was updated.`,
    updateFailed: 'Could not update output',
    title: 'Title',
    titleMissing: 'Title is required',
  },
  removal: {
    title: 'Delete output globally?',
    text: (title: string): string =>
      `Really delete the output ${isolated(title)}? It is taken from every stream, and what still waits in it is not sent.`,
    action: 'Delete globally',
    done: (title: string): string => `Output '${isolated(title)}' was deleted.`,
    failedTitle: 'Could not terminate output',
  },
  unassignment: {
    title: 'Delete output from stream?',
    text: (title: string): string =>
      `Really take the output ${isolated(title)} from this stream? The output itself stays, and what waits in it is sent.`,
    action: 'Delete from stream',
    done: (title: string): string => `Output '${isolated(title)}' was taken from the stream.`,
    failedTitle: 'Could not remove output from stream',
  },
} as const;
