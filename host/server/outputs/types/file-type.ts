import { numberOr, textOr } from '../../foundation/attributes.js';
import { FileSender, fileName } from '../file-sender.js';
import { plainJson, plainText } from '../plain.js';
import { bounded, described, field, mandatory, MiB, outputTypeIds, within, type OutputType } from './output-type.js';

const mostFileMebibytes = 1024 * 1024;
const mostKeptFiles = 1_000;

export const fileType: OutputType = {
  info: described(outputTypeIds.file, 'File Output', 'appends messages to a file', {
    file_name: mandatory(
      'text',
      'File name',
      'Enter a plain name. The file lies below the data directory, in output-files and the id of the output.',
      'messages.log',
      { position: 0 },
    ),
    format: mandatory('dropdown', 'Format', 'Each message becomes one line.', 'JSON', {
      position: 1,
      values: { JSON: 'JSON', TEXT: 'Text' },
    }),
    max_mebibytes: field(
      'number',
      'Size of a file (MiB)',
      'A file that reaches this size is put aside.',
      100,
      'only_positive',
    ),
    kept_files: field(
      'number',
      'Files put aside',
      'The oldest file is deleted when there are more.',
      10,
      'only_positive',
    ),
  }),
  problem: bounded((configuration) =>
    fileName.test(textOr(configuration, 'file_name', '')) && textOr(configuration, 'file_name', '').length <= 100
      ? (within(configuration, 'max_mebibytes', mostFileMebibytes) ??
        within(configuration, 'kept_files', mostKeptFiles))
      : '"file_name" must be a plain name of at most 100 letters, digits and . _ -',
  ),
  sender: (configuration, { directory }) =>
    new FileSender(
      {
        directory,
        name: textOr(configuration, 'file_name', 'messages.log'),
        mostBytes: numberOr(configuration, 'max_mebibytes', 100) * MiB,
        keptFiles: numberOr(configuration, 'kept_files', 10),
      },
      textOr(configuration, 'format', 'JSON') === 'JSON' ? plainJson : plainText,
    ),
};
