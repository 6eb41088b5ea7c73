import http from 'node:http';

/** Sends a path as it is given: `fetch` would resolve dot segments before anybody could refuse them. */
export function rawRequest(
  endpoint: string,
  method: string,
  path: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${endpoint}/`, { method, path }, async (response) => {
      let text = '';
      for await (const piece of response) text += piece;
      resolve({ status: response.statusCode ?? 0, text });
    });
    request.once('error', reject);
    request.end();
  });
}

/** The code in the XML of a refusal. */
export function errorCode(text: string): string | undefined {
  return /<Code>([^<]+)<\/Code>/.exec(text)?.[1];
}
