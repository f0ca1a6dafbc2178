/** Defines the output types that have no receiver in the network: standard output, and discarding messages. */
import { stdoutSender } from '../stdout-sender.js';
import { bounded, described, field, outputTypeIds, type OutputType } from './output-type.js';

export const stdoutType: OutputType = {
  info: described(outputTypeIds.stdout, 'STDOUT Output', 'writes each message to standard output', {
    prefix: field('text', 'Prefix', 'Put before each line.', 'Writing message: '),
  }),
  problem: bounded(),
  sender: (configuration) => {
    const { prefix } = configuration;
    return stdoutSender(typeof prefix === 'string' ? prefix : '');
  },
};

export const discardType: OutputType = {
  info: described(outputTypeIds.discard, 'Discard output', 'throws messages away', {}),
  problem: bounded(),
  sender: () => ({ send: () => Promise.resolve(), close: () => undefined }),
};
