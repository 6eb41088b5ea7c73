import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const secretFields = [
  'authorization',
  'cookie',
  'password',
  'password_hash',
  'token',
  'secret',
  'upload_url',
  'signed_url',
  'url_signed',
];

/** Any S3 signature or credential inside a text, so that a signed URL in a message or a stack never gets out. */
const signedQuery =
  /([?&](?:X-Amz-(?:Signature|Credential|Security-Token)|Signature|AWSAccessKeyId)=)[^&\s"']+/gi;

export function redactText(text: string): string {
  return text.replace(signedQuery, '$1[redacted]').replace(/(Bearer\s+)[A-Za-z0-9._~+/=-]+/g, '$1[redacted]');
}

/** JSON lines on stdout. Signed URLs and credentials are redacted, by field name and inside texts. */
export function createLogger(options: { level: string; name: string }): Logger {
  return pino({
    level: options.level,
    base: { name: options.name },
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[redacted]',
    },
    hooks: { streamWrite: redactText },
  });
}
