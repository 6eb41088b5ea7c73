import type { ErrorCategory } from '#lib/lifecycle.ts';

const sentences: Readonly<Record<ErrorCategory, string>> = {
  source_invalid: 'The photo cannot be read. Ask an editor to upload it again.',
  contract_unmet: 'The photo cannot be made to fit what this format asks for. Choose another format.',
  render_timeout: 'Making the file took too long. Choose a smaller format, or tell support.',
  render_crashed: 'Making the file failed. Tell support; trying again will not help.',
  store_unavailable: 'The store of the photos did not answer for too long. Ask again later.',
  database_unavailable: 'The portal’s database did not answer for too long. Ask again later.',
  receiver_unavailable:
    'The receiver did not take the message for too long. Ask whoever runs it, then send it again.',
  lease_lost: 'The work was begun several times and never finished. Tell support.',
  deadline_passed: 'The file was not made in time. Ask for it again.',
  internal: 'Something went wrong on our side. Ask again; if it stays, tell support.',
};

/** What people are told of a job that failed for good, where its stage said nothing better. */
export function failureSentence(code: string): string {
  return Object.hasOwn(sentences, code) ? sentences[code as ErrorCategory] : sentences.internal;
}
