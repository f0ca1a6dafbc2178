/** Tests the image of an element's part: its styles and canvases, hostile texts, and size limits. */
import { expect } from '@open-wc/testing';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { tokens } from '../../../elements/kit/tokens.js';
import { pictureFile, pictureOf, PictureTooLarge } from '../../../elements/view-area/picture/picture.js';
import { fakeServer, type FakeServer } from '../fake-server.js';
import { stage } from '../search/stage.js';

const hostile = 'a < b & "c" \u0000\u001b[31m \ud800 ]]> <script>throw 1</script> </style>';

function Widget({ nodes = 0 }: { readonly nodes?: number }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.fillStyle = 'rgb(255, 0, 0)';
    context.fillRect(0, 0, 40, 40);
  }, []);
  return (
    <section data-widget="w" style={{ width: '200px', height: '100px', backgroundColor: tokens.surface.card }}>
      <button
        type="button"
        style={{ position: 'absolute', background: 'rgb(0, 0, 255)', width: '60px', height: '40px' }}
      >
        <svg />
      </button>
      <canvas ref={canvas} width={40} height={40} style={{ position: 'absolute', left: '100px', top: '10px' }} />
      <p style={{ position: 'absolute', top: '60px' }}>{hostile}</p>
      {Array.from({ length: nodes }, (_, index) => (
        <i key={index} />
      ))}
    </section>
  );
}

async function partOf(node: ReactNode): Promise<{ part: HTMLElement; remove: () => void }> {
  const { root, remove } = await stage(() => node);
  const part = root.querySelector<HTMLElement>('[data-widget]');
  if (!part) throw new Error('no widget');
  part.style.position = 'relative';
  return { part, remove };
}

describe('the image of a widget', () => {
  let server: FakeServer;
  beforeEach(() => {
    server = fakeServer();
  });
  afterEach(() => server.restore());

  it('contains styles, canvases and hostile text, without controls, at twice the size', async () => {
    const { part, remove } = await partOf(<Widget />);
    const blob = await pictureOf({ part, caption: hostile });
    expect(blob.type).to.equal('image/png');
    const image = await createImageBitmap(blob);
    expect([image.width, image.height]).to.deep.equal([400, 256]);
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixel = (x: number, y: number) => [...(context?.getImageData(x * 2, y * 2, 1, 1).data ?? [])].slice(0, 3);
    expect(pixel(120, 30), 'the image contains the chart').to.deep.equal([255, 0, 0]);
    expect(pixel(190, 5), 'the image contains the card').to.deep.equal([255, 255, 255]);
    expect(pixel(30, 20), 'the image does not contain the button').to.deep.equal([255, 255, 255]);
    expect(pixel(199, 126), 'the caption has the background of the page').to.deep.equal([245, 246, 248]);
    const inkIn = (top: number, bottom: number) => {
      const data = context?.getImageData(0, top * 2, 400, (bottom - top) * 2).data ?? [];
      return [...data].some((value, index) => index % 4 === 0 && value < 100);
    };
    expect(inkIn(60, 80), 'the image contains the text of the widget').to.equal(true);
    expect(inkIn(102, 126), 'the image contains the caption').to.equal(true);
    remove();
  });

  it('is rejected beyond its limits, with a reason', async () => {
    const many = await partOf(<Widget nodes={20_001} />);
    const refused = async (part: HTMLElement) => {
      try {
        await pictureOf({ part, caption: '' });
        return undefined;
      } catch (error) {
        return error;
      }
    };
    expect(await refused(many.part)).to.be.instanceOf(PictureTooLarge);
    many.remove();
    const high = await partOf(<Widget />);
    high.part.style.height = '900000px';
    expect(await refused(high.part)).to.be.instanceOf(PictureTooLarge);
    high.remove();
  });

  it('has a file name that is valid on every file system', () => {
    expect(pictureFile('Errors, last week')).to.equal('Errors_ last week.png');
    expect(pictureFile('../../etc/passwd\u0000')).to.equal('_.._etc_passwd_.png');
    expect(pictureFile('Ошибки 5xx')).to.equal('Ошибки 5xx.png');
    expect(pictureFile('...')).to.equal('picture.png');
    expect(pictureFile('x'.repeat(500))).to.have.length(84);
  });
});
