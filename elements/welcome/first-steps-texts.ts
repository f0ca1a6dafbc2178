/** Contains the texts that say what to do before there are any messages. */
export const firstStepsTexts = {
  create: 'No messages have arrived yet. Send a first line to an input that is running, or start another input.',
  read: 'No messages have arrived yet. Send a first line to an input that is running.',
  wait: 'No messages have arrived yet. An administrator can start an input that receives them.',
  denied: 'You may not read any stream yet. The owner of a stream, or an administrator, can share it with you.',
  send: 'Send a first message',
  start: 'Start an input',
  inputs: 'Show the inputs',
  handbook: 'How to send messages',
} as const;
