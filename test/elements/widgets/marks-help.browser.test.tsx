// This test reads the help of marks with a mouse and on a touch screen.
import { expect } from '@open-wc/testing';
import { MarksDialog } from '../../../elements/widgets/marks/marks-dialog.js';
import { chartWords } from '../../../elements/widgets/visualizations/chart-words.js';
import { fakeServer, signedIn } from '../fake-server.js';
import { byRole, byText, stage } from '../search/stage.js';

/** Makes the primary pointer a finger (`coarse`) or a mouse; returns a function that restores the browser's answer. */
function withPointer(coarse: boolean): () => void {
  const { matchMedia } = window;
  window.matchMedia = (query) => {
    const list = matchMedia.call(window, query);
    if (query === '(pointer: coarse)') Object.defineProperty(list, 'matches', { value: coarse });
    return list;
  };
  return () => {
    window.matchMedia = matchMedia;
  };
}

/** Returns the text of the dialog of marks. */
async function helpText(coarse: boolean): Promise<string> {
  const restore = withPointer(coarse);
  const server = fakeServer({
    ...signedIn,
    'GET /': () => ({ version: '5.1.8', embedded: true }),
    'GET /chart_marks': () => ({ marks: [], total: 0 }),
  });
  const { root, remove } = await stage(() => <MarksDialog onClose={() => undefined} />);
  await byText(root, 'Marks stand on the time axes of all charts');
  const text = (await byRole(root, 'dialog')).textContent;
  remove();
  server.restore();
  restore();
  return text;
}

describe('the help of marks', () => {
  it('names keys for a mouse, and taps and the form for a finger', async () => {
    const mouse = await helpText(false);
    expect(mouse).to.contain('hold Ctrl or Cmd while you drag');
    const finger = await helpText(true);
    expect(finger).to.contain('A tap on a bucket');
    expect(finger).not.to.contain('Ctrl');
  });

  it('of a chart names Ctrl only where there may be a mouse', () => {
    expect(chartWords.markKey(false)).to.equal('M marks the chosen range, as does dragging with Ctrl or Cmd.');
    expect(chartWords.markKey(true)).to.equal('M marks the chosen range.');
  });
});
