/** Contains the snippets for sending JSON lines to an input. */
import { bash, vector } from './programs.js';
import { fluentBit, hello, securely, type Makers } from './snippet.js';

const jsonText = `{"message": "${hello('Bash')}", "level": 6}`;

export const jsonLinesMakers: Makers = {
  'log-console.inputs.json.tcp.JsonLinesTCPInput': [
    bash('tcp', jsonText),
    fluentBit('tcp', (target) => ({ Format: 'json_lines', ...securely(target) })),
    vector('tcp', 'json'),
  ],
};
