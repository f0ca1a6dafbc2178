import { expect } from '@open-wc/testing';
import { pictureOf } from '../../../elements/widgets/aggregation/picture.js';

describe('the image of a widget', () => {
  it('draws the arrow of a trend in the colour of its text', () => {
    const body = document.createElement('div');
    body.style.cssText = 'width:100px;height:40px;background:rgb(255,255,255);color:rgb(200,0,0)';
    const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    icon.setAttribute('viewBox', '0 0 20 20');
    icon.setAttribute('style', 'display:block;width:40px;height:40px');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', 'M0 0h20v20H0z');
    icon.append(path);
    body.append(icon);
    document.body.append(body);
    const picture = pictureOf(body, 'Trend');
    body.remove();
    const scale = Math.max(2, devicePixelRatio);
    const colorAt = (x: number, y: number) =>
      [...(picture.getContext('2d')?.getImageData(x * scale, y * scale, 1, 1).data ?? [])].slice(0, 3);
    expect(colorAt(12 + 20, 32 + 20)).to.deep.equal([200, 0, 0]);
    expect(colorAt(12 + 60, 32 + 20)).to.deep.equal([255, 255, 255]);
  });
});
