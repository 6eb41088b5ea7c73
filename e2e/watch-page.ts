import type { Page } from '@playwright/test';

/**
 * Notes whatever goes wrong in a page from now on: errors in its console, violations of its policy among them,
 * exceptions, and requests that fail or are refused. What a navigation cuts off is no fault.
 */
export function watchPage(page: Page): string[] {
  const faults: string[] = [];
  const note = (fault: string) => faults.push(`${new URL(page.url()).pathname}: ${fault}`);
  page.on('console', (message) => message.type() === 'error' && note(message.text()));
  page.on('pageerror', (error) => note(String(error)));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    if (reason !== 'net::ERR_ABORTED') note(`${request.method()} ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400)
      note(`${response.request().method()} ${response.url()} ${response.status()}`);
  });
  return faults;
}
