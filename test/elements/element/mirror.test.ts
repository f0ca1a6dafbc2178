import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convert, convertProperty } from '../../../elements/element/theme/mirror.js';

type Style = [name: string, value: string | number];
const mirrored: [Style, Style][] = [
  [
    ['paddingLeft', '4px'],
    ['paddingRight', '4px'],
  ],
  [
    ['marginRight', 8],
    ['marginLeft', 8],
  ],
  [
    ['left', 0],
    ['right', 0],
  ],
  [
    ['right', 'auto'],
    ['left', 'auto'],
  ],
  [
    ['borderLeft', '1px solid red'],
    ['borderRight', '1px solid red'],
  ],
  [
    ['borderTopLeftRadius', '4px'],
    ['borderTopRightRadius', '4px'],
  ],
  [
    ['borderRightColor', 'var(--left)'],
    ['borderLeftColor', 'var(--left)'],
  ],
  [
    ['padding', '1px 2px 3px 4px'],
    ['padding', '1px 4px 3px 2px'],
  ],
  [
    ['margin', '0 0 calc(1px + 2px) max(1px, 3px)'],
    ['margin', '0 max(1px, 3px) calc(1px + 2px) 0'],
  ],
  [
    ['borderWidth', '1px 2px 3px 4px'],
    ['borderWidth', '1px 4px 3px 2px'],
  ],
  [
    ['inset', '1px 2px 3px 4px'],
    ['inset', '1px 4px 3px 2px'],
  ],
  [
    ['borderRadius', '1px 2px'],
    ['borderRadius', '2px 1px'],
  ],
  [
    ['borderRadius', '1px 2px 3px 4px'],
    ['borderRadius', '2px 1px 4px 3px'],
  ],
  [
    ['boxShadow', '3px 4px 5px rgba(1, 2, 3, 0.5), inset 3px 0 0 var(--c)'],
    ['boxShadow', '-3px 4px 5px rgba(1, 2, 3, 0.5), inset -3px 0 0 var(--c)'],
  ],
  [
    ['transform', 'translateX(-50%)'],
    ['transform', 'translateX(50%)'],
  ],
  [
    ['transform', 'translate(4px, 5px) rotate(90deg)'],
    ['transform', 'translate(-4px, 5px) rotate(-90deg)'],
  ],
  [
    ['transition', 'left 1s, margin-left 2s'],
    ['transition', 'right 1s, margin-right 2s'],
  ],
  [
    ['transformOrigin', 'left'],
    ['transformOrigin', 'right'],
  ],
  [
    ['backgroundPosition', '0% 50%'],
    ['backgroundPosition', '100% 50%'],
  ],
  [
    ['backgroundImage', 'linear-gradient(to right, red, blue)'],
    ['backgroundImage', 'linear-gradient(to left, red, blue)'],
  ],
  [
    ['textAlign', 'left'],
    ['textAlign', 'right'],
  ],
  [
    ['float', 'right'],
    ['float', 'left'],
  ],
  [
    ['direction', 'ltr'],
    ['direction', 'rtl'],
  ],
  [
    ['cursor', 'ne-resize'],
    ['cursor', 'nw-resize'],
  ],
  [
    ['cursor', 'w-resize'],
    ['cursor', 'e-resize'],
  ],
];

test('styles are mirrored for right-to-left pages', () => {
  for (const [[name, value], [key, expected]] of mirrored) {
    assert.deepEqual(convertProperty(name, value), { key, value: expected }, `${name}: ${value}`);
    assert.deepEqual(convertProperty(key, expected), { key: name, value }, `back: ${key}: ${expected}`);
  }
});

test('styles without a side stay unchanged', () => {
  const kept: Style[] = [
    ['padding', '1px 2px 3px'],
    ['padding', 4],
    ['margin', '0 auto'],
    ['borderRadius', 'var(--left) var(--left) var(--left)'],
    ['boxShadow', '0 1px 2px rgba(1, 2, 3, 0.5)'],
    ['boxShadow', 'inset 0 -1px 0 var(--c)'],
    ['boxShadow', 'none'],
    ['transform', 'translateY(-50%)'],
    ['transform', 'none'],
    ['content', '"left"'],
    ['cursor', 'pointer'],
    ['cursor', 'ns-resize'],
    ['gridArea', 'left'.toUpperCase()],
    ['transitionProperty', 'background-color, border-color'],
    ['backgroundImage', 'url(left.png)'],
    ['scrollMarginTop', '4px'],
  ];
  for (const [name, value] of kept)
    assert.deepEqual(convertProperty(name, value), { key: name, value }, `${name}: ${value}`);
});

test('key frames are mirrored step by step', () => {
  assert.deepEqual(convert({ from: { transform: 'translateX(4px)', opacity: 0 }, to: { left: 0 } }), {
    from: { transform: 'translateX(-4px)', opacity: 0 },
    to: { right: 0 },
  });
});
