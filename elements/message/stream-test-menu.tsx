import { Button } from '../kit/button.js';
import { ChevronDownIcon, StreamsIcon } from '../kit/icons.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Popover } from '../kit/popover.js';
import { SpinnerRing } from '../kit/spinner.js';
import { Part } from '../kit/part.js';
import type { ResultMessage } from '../widgets/faces.js';
import { texts } from './texts.js';

const StreamTestList = lazyPart(() => import('./stream-test-list.js'), 'StreamTestList');

/** Renders the menu "Test against stream": the number of streams is unlimited, so the list has a filter. */
export function StreamTestMenu({ message }: { readonly message: ResultMessage }) {
  return (
    <Popover
      label={texts.testAgainstStream}
      placement="below-end"
      padding={false}
      trigger={
        <Button
          size="small"
          appearance="subtle"
          icon={<StreamsIcon />}
          iconAfter={<ChevronDownIcon />}
          title={texts.testAgainstStream}
        >
          {texts.testAgainstStream}
        </Button>
      }
    >
      {(close) => (
        <Part fallback={<SpinnerRing size={16} />}>
          <StreamTestList message={message} onChosen={close} />
        </Part>
      )}
    </Popover>
  );
}
