import { expect } from '@open-wc/testing';
import { createRoot } from 'react-dom/client';
import { sendKeys } from '@web/test-runner-commands';

describe('browser test setup', () => {
  it('renders React', async () => {
    const host = document.createElement('div');
    document.body.append(host);
    createRoot(host).render(<input aria-label="name" autoFocus />);
    await new Promise((resolve) => setTimeout(resolve, 50));
    host.querySelector('input')?.focus();
    await sendKeys({ type: 'abc' });
    expect(host.querySelector('input')?.value).to.equal('abc');
    await expect(host).to.be.accessible();
  });
});
